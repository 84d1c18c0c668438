SELECT
  CAST(c.place AS INT) AS place,
  o.record_id,
  CAST(c.item AS INT) AS item,
  CAST(c.held AS INT) AS held,
  CAST(c.needed AS INT) AS needed
FROM `chosen` AS c
JOIN `occurrences` AS o
  ON o.set_id = c.set_id
JOIN `sensitive_rows` AS h
  ON h.record_id = o.record_id AND h.item = c.hidden
