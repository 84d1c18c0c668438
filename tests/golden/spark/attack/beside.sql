SELECT
  o.set_id,
  r.item,
  r.items,
  COUNT(*) AS support
FROM `occurrences` AS o
JOIN `known_rows` AS r
  ON r.record_id = o.record_id
GROUP BY
  o.set_id,
  r.item,
  r.items
