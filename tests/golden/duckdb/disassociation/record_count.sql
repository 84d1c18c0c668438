SELECT
  COUNT(DISTINCT t.record_id) AS n
FROM "transactions" AS t
