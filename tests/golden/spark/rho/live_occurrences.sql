SELECT
  o.record_id,
  o.set_id,
  o.last
FROM `occurrences` AS o
SEMI JOIN `sets` AS s
  ON s.set_id = o.set_id
