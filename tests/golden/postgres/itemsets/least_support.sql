SELECT
  f.support
FROM "found" AS f
ORDER BY
  f.support DESC NULLS LAST
LIMIT 1
OFFSET 11
