SELECT
  s.set_id,
  0 AS sub_id
FROM `sets` AS s
