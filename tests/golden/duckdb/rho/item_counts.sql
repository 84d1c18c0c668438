SELECT
  t.item,
  COUNT(*) AS support
FROM "transactions" AS t
GROUP BY
  t.item
