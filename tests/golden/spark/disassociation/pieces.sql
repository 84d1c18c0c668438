SELECT
  c.record_id,
  DENSE_RANK() OVER (ORDER BY c.group_id NULLS LAST, c.piece NULLS LAST) + 11 - 1 AS cluster_id
FROM `chopped` AS c
