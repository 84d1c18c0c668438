SELECT DISTINCT
  r.cluster_id
FROM "cluster_rows" AS r
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM (
      SELECT
        c.cluster_id
      FROM "subrecord_counts" AS c
      WHERE
        c.subrecords >= c.needed
    ) AS e
    WHERE
      e.cluster_id = r.cluster_id
  )
