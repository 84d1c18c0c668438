SELECT
  MAX(l.items) AS n
FROM "lengths" AS l
