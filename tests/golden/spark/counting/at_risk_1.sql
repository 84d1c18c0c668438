SELECT DISTINCT
  t.record_id
FROM `transactions` AS t
JOIN `supports` AS s
  ON s.item = t.item
WHERE
  s.support < 11
