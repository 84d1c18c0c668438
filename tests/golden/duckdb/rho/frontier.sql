SELECT
  COUNT(*) AS sets,
  COALESCE(SUM(s.support), 0) AS occurrences
FROM "sets" AS s
