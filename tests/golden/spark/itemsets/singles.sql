SELECT
  ROW_NUMBER() OVER (ORDER BY COUNT(*) DESC, t.item NULLS LAST) AS set_id,
  CAST(0 AS BIGINT) AS parent_id,
  t.item,
  CAST(t.item AS STRING) AS itemset,
  1 AS size,
  COUNT(*) AS support
FROM `transactions` AS t
GROUP BY
  t.item
