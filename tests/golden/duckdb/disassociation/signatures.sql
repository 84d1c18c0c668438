SELECT
  t.record_id,
  COUNT(*) AS items,
  CAST(SUM(t.item) AS BIGINT) AS total,
  CAST(SUM(CAST(t.item AS BIGINT) * t.item % 1000003) AS BIGINT) AS squares
FROM "transactions" AS t
GROUP BY
  t.record_id
