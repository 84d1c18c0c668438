SELECT
  o.record_id,
  o.set_id
FROM `occurrences` AS o
SEMI JOIN `rules` AS r
  ON r.set_id = o.set_id
