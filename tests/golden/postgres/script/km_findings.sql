SELECT
  f.size,
  f.minimal_threats,
  f.records_at_risk
FROM "findings" AS f
ORDER BY
  f.size
