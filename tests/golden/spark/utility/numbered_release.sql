SELECT
  r.record_id,
  i.item
FROM `release` AS r
JOIN `items` AS i
  ON i.label = r.item
