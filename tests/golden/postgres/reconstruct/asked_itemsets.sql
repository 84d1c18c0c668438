SELECT
  t.record_id AS itemset_id,
  i.label AS item
FROM "transactions" AS t
JOIN "items" AS i
  ON i.item = t.item
