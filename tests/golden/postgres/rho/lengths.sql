SELECT
  t.record_id,
  CAST(COUNT(*) AS INT) AS items
FROM "transactions" AS t
GROUP BY
  t.record_id
