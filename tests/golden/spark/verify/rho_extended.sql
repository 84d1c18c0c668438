SELECT
  o.record_id,
  o.set_id AS prefix_id,
  t.item,
  o.weight
FROM `occurrences` AS o
JOIN `kept` AS kept
  ON o.set_id = kept.set_id
JOIN `transactions` AS t
  ON o.record_id = t.record_id AND t.item > o.item
