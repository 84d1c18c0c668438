SELECT
  a.record_id,
  h.item AS hidden,
  a.n AS both,
  a.n + COALESCE(b.n, 0) AS support
FROM `holders` AS a
JOIN `sensitive_rows` AS h
  ON h.record_id = a.record_id
LEFT JOIN `holders` AS b
  ON b.record_id = a.record_id AND b.missing = h.item
WHERE
  a.missing = 0
