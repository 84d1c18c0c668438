SELECT
  COALESCE(SUM(l.items - 11), 0) AS n
FROM `occurrences` AS o
JOIN `lengths` AS l
  ON l.record_id = o.record_id
