SELECT
  COUNT(*) AS n
FROM "found" AS f
WHERE
  f.size = 11
