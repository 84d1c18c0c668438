SELECT
  r.record_id,
  CAST(0 AS BIGINT) AS group_id,
  n.size
FROM (
  SELECT DISTINCT
    t.record_id
  FROM "transactions" AS t
) AS r
CROSS JOIN (
  SELECT
    COUNT(DISTINCT t.record_id) AS size
  FROM "transactions" AS t
) AS n
