SELECT
  o.set_id,
  t.item,
  CAST(SUM(o.weight) AS INT) AS support,
  MAX(o.support) AS prefix_support,
  MIN(o.weight) AS lightest
FROM `occurrences` AS o
JOIN `transactions` AS t
  ON o.record_id = t.record_id AND t.item > o.item
GROUP BY
  o.set_id,
  t.item
