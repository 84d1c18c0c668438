-- name: km_findings
SELECT
  f.size,
  f.minimal_threats,
  f.records_at_risk
FROM `findings` AS f
ORDER BY
  f.size NULLS LAST

-- name: km_findings_of_persons
SELECT
  f.size,
  f.minimal_threats,
  f.records_at_risk,
  f.persons_at_risk
FROM `findings` AS f
ORDER BY
  f.size NULLS LAST

-- name: rho_findings
SELECT
  f.size,
  f.rules_above_rho,
  f.persons_at_risk,
  f.highest_confidence
FROM `findings` AS f
ORDER BY
  f.size NULLS LAST

-- name: faults
SELECT
  f.check_name,
  SUM(f.faults) AS faults
FROM `findings` AS f
GROUP BY
  f.check_name
ORDER BY
  f.check_name NULLS LAST
