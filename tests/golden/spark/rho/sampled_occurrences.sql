SELECT
  t.record_id,
  m.set_id
FROM `members` AS m
JOIN `present` AS t
  ON t.item = m.item
GROUP BY
  t.record_id,
  m.set_id
HAVING
  COUNT(*) = 11
