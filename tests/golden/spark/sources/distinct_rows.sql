SELECT DISTINCT
  record_id,
  item
FROM `coded` AS coded
