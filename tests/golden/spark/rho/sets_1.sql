SELECT
  t.item AS set_id,
  0 AS parent_id,
  t.item,
  CAST(COUNT(*) AS INT) AS support
FROM `transactions` AS t
GROUP BY
  t.item
