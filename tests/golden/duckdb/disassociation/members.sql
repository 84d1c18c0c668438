SELECT DISTINCT
  t.record_id,
  CAST(0 AS BIGINT) AS group_id,
  CAST(11 AS BIGINT) AS size
FROM "transactions" AS t
