SELECT
  COUNT(*) AS n
FROM "placed" AS p
WHERE
  p.size >= 11
