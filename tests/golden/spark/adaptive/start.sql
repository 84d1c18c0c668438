SELECT
  1 AS group_id,
  t.record_id,
  t.item,
  CASE WHEN h.item IS NULL THEN 11 ELSE t.item END AS node
FROM `transactions` AS t
LEFT JOIN `hidden` AS h
  ON h.item = t.item
