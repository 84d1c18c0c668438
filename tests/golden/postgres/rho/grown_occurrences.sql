SELECT
  o.record_id,
  c.set_id,
  c.item AS last
FROM "occurrences" AS o
JOIN "transactions" AS t
  ON t.record_id = o.record_id AND t.item < o.last
JOIN "candidates" AS c
  ON c.parent_id = o.set_id AND c.item = t.item
