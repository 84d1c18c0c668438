SELECT
  COUNT(*) AS faults
FROM "clusters" AS c
WHERE
  c.kind = 'simple' AND c.size < 11
