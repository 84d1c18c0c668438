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
  FROM "findings" AS f
  UNION ALL
  SELECT
    0 AS size,
    0 AS rules_above_rho,
    x.n_records AS persons_at_risk,
    CAST(NULL AS DOUBLE PRECISION) AS highest_confidence,
    x.finding
  FROM "faults" AS x
) AS r
ORDER BY
  r.size
