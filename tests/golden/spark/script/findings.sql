-- name: km_findings
SELECT
  f.size,
  f.minimal_threats,
  f.records_at_risk
FROM `findings` AS f
ORDER BY
  f.size NULLS LAST

-- name: km_findings_or_faults
SELECT
  r.size,
  r.minimal_threats,
  r.records_at_risk,
  r.finding
FROM (
  SELECT
    f.size,
    f.minimal_threats,
    f.records_at_risk,
    'threats' AS finding
  FROM `findings` AS f
  UNION ALL
  SELECT
    0 AS size,
    0 AS minimal_threats,
    x.n_records AS records_at_risk,
    x.finding
  FROM `faults` AS x
) AS r
ORDER BY
  r.size NULLS LAST

-- name: km_findings_of_persons_or_faults
SELECT
  r.size,
  r.minimal_threats,
  r.records_at_risk,
  r.persons_at_risk,
  r.finding
FROM (
  SELECT
    f.size,
    f.minimal_threats,
    f.records_at_risk,
    f.persons_at_risk,
    'threats' AS finding
  FROM `findings` AS f
  UNION ALL
  SELECT
    0 AS size,
    0 AS minimal_threats,
    x.n_records AS records_at_risk,
    0 AS persons_at_risk,
    x.finding
  FROM `faults` AS x
) AS r
ORDER BY
  r.size NULLS LAST

-- name: rho_findings_or_faults
SELECT
  r.size,
  r.rules_above_rho,
  r.persons_at_risk,
  r.highest_confidence,
  r.finding
FROM (
  SELECT
    f.size,
    f.rules_above_rho,
    f.persons_at_risk,
    f.highest_confidence,
    'threats' AS finding
  FROM `findings` AS f
  UNION ALL
  SELECT
    0 AS size,
    0 AS rules_above_rho,
    x.n_records AS persons_at_risk,
    CAST(NULL AS DOUBLE) AS highest_confidence,
    x.finding
  FROM `faults` AS x
) AS r
ORDER BY
  r.size NULLS LAST

-- name: faults
SELECT
  f.check_name,
  SUM(f.faults) AS faults
FROM `findings` AS f
GROUP BY
  f.check_name
ORDER BY
  f.check_name NULLS LAST
