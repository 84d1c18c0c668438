SELECT
  COALESCE(SUM(n.cost), 0) AS cost,
  COALESCE(SUM(n.ncp), 0) AS ncp,
  COUNT(*) AS groups
FROM "now" AS n
