SELECT
  t.item AS set_id,
  0 AS prefix_id,
  t.item,
  CAST(SUM(t.weight) AS INT) AS support
FROM "transactions" AS t
GROUP BY
  t.item
