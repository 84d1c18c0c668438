SELECT
  p.group_id
FROM "placed" AS p
GROUP BY
  p.group_id
HAVING
  COUNT(*) >= 11
