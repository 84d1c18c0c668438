SELECT
  c.kind_id,
  f.part_id AS group_id,
  c.records,
  f.size
FROM `choices` AS c
JOIN `fates` AS f
  ON f.group_id = c.group_id AND f.weight = c.weight
