SELECT DISTINCT
  r.cluster_id
FROM "cluster_rows" AS r
ANTI JOIN (
  SELECT
    c.cluster_id
  FROM "subrecord_counts" AS c
  WHERE
    c.subrecords >= c.needed
) AS e
  ON e.cluster_id = r.cluster_id
