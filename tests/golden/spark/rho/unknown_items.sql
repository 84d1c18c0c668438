SELECT
  COUNT(*) AS named,
  COUNT(*) FILTER(WHERE
    i.item IS NULL) AS unknown
FROM (
  SELECT DISTINCT
    n.label
  FROM `named` AS n
) AS p
LEFT JOIN `items` AS i
  ON i.label = p.label
