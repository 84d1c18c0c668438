SELECT
  l.item
FROM "labels" AS l
JOIN (
  SELECT DISTINCT
    n.label
  FROM "names" AS n
) AS s
  ON s.label = l.label
