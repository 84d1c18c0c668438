SELECT
  SUM(
    CASE WHEN NOT l.node IS NULL THEN 11 WHEN o.node = o.item THEN 0 ELSE n.leaves END
  ) AS ncp
FROM `occurrences` AS o
LEFT JOIN `nodes` AS n
  ON n.node = o.node
LEFT JOIN `lost` AS l
  ON l.record_id = o.record_id AND l.node = o.node
