SELECT
  SUM(k.records) AS n
FROM "kinds" AS k
