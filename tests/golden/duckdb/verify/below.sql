SELECT
  COUNT(*) AS n_sets,
  COUNT(*) FILTER(WHERE
    support < 11) AS n_below
FROM "extensions" AS extensions
