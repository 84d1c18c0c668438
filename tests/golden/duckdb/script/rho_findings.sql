SELECT
  f.size,
  f.rules_above_rho,
  f.persons_at_risk,
  f.highest_confidence
FROM "findings" AS f
ORDER BY
  f.size
