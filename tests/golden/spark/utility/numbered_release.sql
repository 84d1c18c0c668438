SELECT
  CAST(DENSE_RANK() OVER (ORDER BY r.record_id NULLS LAST) AS INT) AS record_id,
  i.item
FROM `release` AS r
JOIN `items` AS i
  ON i.label = r.item
