SELECT
  c.record_id,
  DENSE_RANK() OVER (ORDER BY c.group_id, c.piece) + 11 - 1 AS cluster_id
FROM "chopped" AS c
