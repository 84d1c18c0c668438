SELECT
  t.record_id,
  CAST(COUNT(*) AS INT) AS items,
  CAST(SUM(t.item) AS BIGINT) AS item_sum
FROM "transactions" AS t
SEMI JOIN "sensitive_rows" AS h
  ON h.record_id = t.record_id
GROUP BY
  t.record_id
HAVING
  COUNT(*) >= 11
