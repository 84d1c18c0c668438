SELECT
  o.record_id,
  o.set_id AS prefix_id,
  t.item,
  o.weight
FROM "occurrences" AS o
JOIN "transactions" AS t
  ON o.record_id = t.record_id AND t.item > o.item
JOIN "promising" AS promising
  ON o.set_id = promising.prefix_id AND t.item = promising.item
