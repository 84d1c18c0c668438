SELECT
  o.record_id,
  o.set_id
FROM `occurrences` AS o
SEMI JOIN `sensitive_rows` AS h
  ON h.record_id = o.record_id
