SELECT DISTINCT
  o.record_id,
  o.node AS item
FROM `occurrences` AS o
ANTI JOIN `lost` AS l
  ON l.record_id = o.record_id AND l.node = o.node
