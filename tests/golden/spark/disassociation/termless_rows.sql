SELECT
  r.record_id,
  r.cluster_id,
  r.item
FROM `cluster_rows` AS r
ANTI JOIN (
  SELECT DISTINCT
    t.cluster_id
  FROM `terms` AS t
) AS d
  ON d.cluster_id = r.cluster_id
