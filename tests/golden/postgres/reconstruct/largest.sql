SELECT
  MAX(c.size) AS n
FROM "clusters" AS c
WHERE
  c.kind = 'simple'
