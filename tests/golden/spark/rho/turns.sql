SELECT
  c.place,
  MIN(CASE WHEN o.place IS NULL THEN 0 ELSE 1 END) AS verdict
FROM `contested` AS c
LEFT JOIN (
  SELECT DISTINCT
    x.place
  FROM `contested` AS x
) AS o
  ON o.place = c.earlier
GROUP BY
  c.place
