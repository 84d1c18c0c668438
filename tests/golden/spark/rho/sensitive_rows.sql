SELECT
  t.record_id,
  t.item
FROM `transactions` AS t
SEMI JOIN `hidden` AS h
  ON h.item = t.item
