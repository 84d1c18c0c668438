SELECT
  o.record_id,
  o.set_id,
  MAX(CASE WHEN m.item IS NULL THEN 0 ELSE 1 END) AS is_lost
FROM `occurrences` AS o
JOIN `suppressed` AS s
  ON s.record_id = o.record_id
LEFT JOIN `members` AS m
  ON m.set_id = o.set_id AND m.item = s.item
GROUP BY
  o.record_id,
  o.set_id
