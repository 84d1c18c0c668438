SELECT
  o.set_id,
  h.item AS hidden,
  COUNT(*) AS n
FROM `occurrences` AS o
SEMI JOIN `suppressed` AS touched
  ON touched.record_id = o.record_id
JOIN `sensitive_rows` AS h
  ON h.record_id = o.record_id
LEFT JOIN `lost` AS l
  ON l.record_id = o.record_id AND l.set_id = o.set_id
LEFT JOIN `suppressed` AS s
  ON s.record_id = o.record_id AND s.item = h.item
WHERE
  NOT l.set_id IS NULL OR NOT s.item IS NULL
GROUP BY
  o.set_id,
  h.item
