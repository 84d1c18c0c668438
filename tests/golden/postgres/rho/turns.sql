SELECT
  p.place,
  CASE WHEN c.place IS NULL THEN 2 ELSE 1 END AS verdict
FROM (
  SELECT DISTINCT
    k.place
  FROM "picks" AS k
) AS p
LEFT JOIN (
  SELECT DISTINCT
    x.place
  FROM "contested" AS x
) AS c
  ON c.place = p.place
