SELECT
  o.record_id,
  kept.set_id,
  kept.item,
  o.weight,
  kept.support
FROM "occurrences" AS o
JOIN "transactions" AS t
  ON o.record_id = t.record_id AND t.item > o.item
JOIN "kept" AS kept
  ON kept.prefix_id = o.set_id AND kept.item = t.item
