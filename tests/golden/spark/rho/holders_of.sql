SELECT DISTINCT
  o.record_id
FROM `occurrences` AS o
SEMI JOIN `sets` AS s
  ON s.set_id = o.set_id
