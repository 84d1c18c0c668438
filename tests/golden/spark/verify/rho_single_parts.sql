SELECT
  set_id,
  0 AS part_id
FROM `sets` AS sets
