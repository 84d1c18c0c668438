SELECT
  o.record_id,
  o.set_id AS parent_id,
  t.item
FROM "occurrences" AS o
JOIN "transactions" AS t
  ON t.record_id = o.record_id AND t.item < o.last
JOIN "candidates" AS c
  ON c.parent_id = o.set_id AND c.item = t.item
