SELECT
  COALESCE(SUM(l.items - 11), 0) AS n
FROM `occurrences` AS o
SEMI JOIN `sets` AS s
  ON s.set_id = o.set_id
JOIN `lengths` AS l
  ON l.record_id = o.record_id
