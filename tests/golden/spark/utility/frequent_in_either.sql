SELECT DISTINCT
  f.item
FROM (
  SELECT
    r.draw,
    r.item
  FROM `rows` AS r
  GROUP BY
    r.draw,
    r.item
  HAVING
    COUNT(*) >= 11
) AS f
