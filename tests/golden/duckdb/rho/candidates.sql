SELECT
  o.set_id AS parent_id,
  t.item
FROM "occurrences" AS o
JOIN "live_rows" AS t
  ON t.record_id = o.record_id AND t.item < o.last
GROUP BY
  o.set_id,
  t.item
