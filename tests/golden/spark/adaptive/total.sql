SELECT
  COALESCE(SUM(n.cost), 0) AS cost,
  COUNT(*) AS groups
FROM `now` AS n
