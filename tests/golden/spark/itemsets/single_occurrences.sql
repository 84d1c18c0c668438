SELECT
  r.record_id,
  f.set_id,
  r.item
FROM `frequent_rows` AS r
JOIN `found` AS f
  ON f.item = r.item AND f.size = 1
