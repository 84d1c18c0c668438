SELECT
  o.record_id,
  o.set_id
FROM `occurrences` AS o
ANTI JOIN `confidences` AS c
  ON c.record_id = o.record_id
