SELECT
  o.record_id,
  o.set_id
FROM `occurrences` AS o
ANTI JOIN `lost` AS l
  ON l.record_id = o.record_id AND l.set_id = o.set_id
