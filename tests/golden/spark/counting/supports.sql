SELECT
  t.item,
  CAST(COUNT(*) AS INT) AS support
FROM `transactions` AS t
GROUP BY
  t.item
