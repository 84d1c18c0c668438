SELECT
  o.set_id,
  r.item,
  COUNT(*) AS support
FROM "occurrences" AS o
JOIN "frequent_rows" AS r
  ON r.record_id = o.record_id AND r.item > o.item
GROUP BY
  o.set_id,
  r.item
HAVING
  COUNT(*) >= 11
