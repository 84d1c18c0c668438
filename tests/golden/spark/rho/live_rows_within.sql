SELECT
  t.record_id,
  t.item
FROM `transactions` AS t
SEMI JOIN `sensitive_rows` AS h
  ON h.record_id = t.record_id
SEMI JOIN `within` AS w
  ON w.record_id = t.record_id
