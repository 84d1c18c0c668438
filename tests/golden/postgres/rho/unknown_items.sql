SELECT
  COUNT(DISTINCT n.label) AS named,
  COUNT(DISTINCT n.label) FILTER(WHERE
    i.item IS NULL) AS unknown
FROM "named" AS n
LEFT JOIN "items" AS i
  ON i.label = n.label
