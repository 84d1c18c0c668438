SELECT
  c.place,
  o.record_id
FROM `chosen` AS c
JOIN `occurrences` AS o
  ON o.set_id = c.set_id
JOIN `sensitive_rows` AS h
  ON h.record_id = o.record_id AND h.item = c.hidden
WHERE
  c.item = c.hidden
