SELECT
  COUNT(*) AS n
FROM `members` AS m
WHERE
  m.size >= 11
