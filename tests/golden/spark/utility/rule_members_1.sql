SELECT
  s.set_id,
  s.item,
  0 AS sub_id
FROM `sets` AS s
