SELECT
  p.record_id,
  p.group_id AS cluster_id,
  p.size
FROM "placed" AS p
WHERE
  p.size < 11
