-- What the script shows in the end: a row for each size, or for each check of a disassociated release.
-- 1. What was found at one size, by the queries of counting, rho or verify; one query for each model. 2. All of it, in order.
-- phase: collecting the findings

-- name: km_finding
-- What was found at one size: minimal threats, and records that hold a threat of at most this size.
-- in:  threats, at_risk
-- out: size, minimal_threats, records_at_risk
SELECT
  $size AS size,
  (SELECT count(*) FROM threats AS t) AS minimal_threats,
  (SELECT count(*) FROM at_risk AS r) AS records_at_risk

-- name: km_finding_of_persons
-- The same where k counts persons, with the persons of these records.
-- in:  threats, at_risk (record_id), persons (record_id, person)
-- out: size, minimal_threats, records_at_risk, persons_at_risk
SELECT
  $size AS size,
  (SELECT count(*) FROM threats AS t) AS minimal_threats,
  (SELECT count(*) FROM at_risk AS r) AS records_at_risk,
  (SELECT count(DISTINCT p.person) FROM at_risk AS r JOIN persons AS p ON p.record_id = r.record_id) AS persons_at_risk

-- name: absent_finding
-- What was found of absent items beside so many present ones: minimal threats, and records at risk by at most so many,
-- whatever they lack.
-- in:  minimal, at_risk (record_id)
-- out: size, minimal_threats, records_at_risk
SELECT
  $size AS size,
  (SELECT count(*) FROM minimal AS t) AS minimal_threats,
  (SELECT count(DISTINCT r.record_id) FROM at_risk AS r) AS records_at_risk

-- name: absent_finding_of_persons
-- The same where k counts persons, with the persons of these records.
-- in:  minimal, at_risk (record_id), persons (record_id, person)
-- out: size, minimal_threats, records_at_risk, persons_at_risk
SELECT
  $size AS size,
  (SELECT count(*) FROM minimal AS t) AS minimal_threats,
  (SELECT count(DISTINCT r.record_id) FROM at_risk AS r) AS records_at_risk,
  (SELECT count(DISTINCT p.person) FROM at_risk AS r JOIN persons AS p ON p.record_id = r.record_id) AS persons_at_risk

-- name: rho_finding
-- What was found at one size: rules above rho from so many known items; records at risk, and the highest confidence of
-- any rule, from at most so many.
-- in:  above, at_risk (record_id), confidences (confidence)
-- out: size, rules_above_rho, persons_at_risk, highest_confidence
SELECT
  $size AS size,
  (SELECT count(*) FROM above AS a) AS rules_above_rho,
  (SELECT count(DISTINCT r.record_id) FROM at_risk AS r) AS persons_at_risk,
  (SELECT max(c.confidence) FROM confidences AS c) AS highest_confidence

-- name: fault
-- What one check found.
-- in:  answer (faults)
-- out: check_name, faults
SELECT $check_name AS check_name, cast(a.faults AS bigint) AS faults
FROM answer AS a

-- name: km_findings
-- The result: what was found at each size.
-- in:  findings (size, minimal_threats, records_at_risk)
-- out: size, minimal_threats, records_at_risk
SELECT f.size, f.minimal_threats, f.records_at_risk
FROM findings AS f
ORDER BY f.size

-- name: fault_rows
-- What the script cannot count with, and how many records that concerns: a row, or none.
-- in:  fault (n_records)
-- out: n_records, finding
SELECT x.n_records, $finding AS finding
FROM fault AS x

-- name: km_findings_or_faults
-- The result: what was found at each size, and what could not be counted.
-- in:  findings (size, minimal_threats, records_at_risk), faults (n_records, finding)
-- out: size, minimal_threats, records_at_risk, finding
SELECT r.size, r.minimal_threats, r.records_at_risk, r.finding
FROM (
  SELECT f.size, f.minimal_threats, f.records_at_risk, 'threats' AS finding FROM findings AS f
  UNION ALL
  SELECT 0 AS size, 0 AS minimal_threats, x.n_records AS records_at_risk, x.finding FROM faults AS x
) AS r
ORDER BY r.size

-- name: km_findings_of_persons_or_faults
-- The result: the same, with the persons at risk.
-- in:  findings (size, minimal_threats, records_at_risk, persons_at_risk), faults (n_records, finding)
-- out: size, minimal_threats, records_at_risk, persons_at_risk, finding
SELECT r.size, r.minimal_threats, r.records_at_risk, r.persons_at_risk, r.finding
FROM (
  SELECT f.size, f.minimal_threats, f.records_at_risk, f.persons_at_risk, 'threats' AS finding FROM findings AS f
  UNION ALL
  SELECT 0 AS size, 0 AS minimal_threats, x.n_records AS records_at_risk, 0 AS persons_at_risk, x.finding
  FROM faults AS x
) AS r
ORDER BY r.size

-- name: absent_findings
-- The result where absent items may be known: what was found at each size, and beside so many present items.
-- in:  findings (size, minimal_threats, records_at_risk), absent (size, minimal_threats, records_at_risk)
-- out: size, minimal_threats, records_at_risk, finding
SELECT r.size, r.minimal_threats, r.records_at_risk, r.finding
FROM (
  SELECT f.size, f.minimal_threats, f.records_at_risk, 'threats' AS finding FROM findings AS f
  UNION ALL
  SELECT a.size, a.minimal_threats, a.records_at_risk, 'absent items' AS finding FROM absent AS a
) AS r
ORDER BY r.finding, r.size

-- name: absent_findings_or_faults
-- The same, and what could not be counted.
-- in:  findings (size, minimal_threats, records_at_risk), absent (size, minimal_threats, records_at_risk),
--      faults (n_records, finding)
-- out: size, minimal_threats, records_at_risk, finding
SELECT r.size, r.minimal_threats, r.records_at_risk, r.finding
FROM (
  SELECT f.size, f.minimal_threats, f.records_at_risk, 'threats' AS finding FROM findings AS f
  UNION ALL
  SELECT a.size, a.minimal_threats, a.records_at_risk, 'absent items' AS finding FROM absent AS a
  UNION ALL
  SELECT 0 AS size, 0 AS minimal_threats, x.n_records AS records_at_risk, x.finding FROM faults AS x
) AS r
ORDER BY r.finding, r.size

-- name: absent_findings_of_persons_or_faults
-- The same, with the persons at risk.
-- in:  findings (size, minimal_threats, records_at_risk, persons_at_risk),
--      absent (size, minimal_threats, records_at_risk, persons_at_risk), faults (n_records, finding)
-- out: size, minimal_threats, records_at_risk, persons_at_risk, finding
SELECT r.size, r.minimal_threats, r.records_at_risk, r.persons_at_risk, r.finding
FROM (
  SELECT f.size, f.minimal_threats, f.records_at_risk, f.persons_at_risk, 'threats' AS finding FROM findings AS f
  UNION ALL
  SELECT a.size, a.minimal_threats, a.records_at_risk, a.persons_at_risk, 'absent items' AS finding FROM absent AS a
  UNION ALL
  SELECT 0 AS size, 0 AS minimal_threats, x.n_records AS records_at_risk, 0 AS persons_at_risk, x.finding
  FROM faults AS x
) AS r
ORDER BY r.finding, r.size

-- name: rho_findings_or_faults
-- The result: what was found at each size, and what could not be counted.
-- in:  findings (size, rules_above_rho, persons_at_risk, highest_confidence), faults (n_records, finding)
-- out: size, rules_above_rho, persons_at_risk, highest_confidence, finding
SELECT r.size, r.rules_above_rho, r.persons_at_risk, r.highest_confidence, r.finding
FROM (
  SELECT f.size, f.rules_above_rho, f.persons_at_risk, f.highest_confidence, 'threats' AS finding FROM findings AS f
  UNION ALL
  SELECT
    0 AS size,
    0 AS rules_above_rho,
    x.n_records AS persons_at_risk,
    cast(NULL AS double) AS highest_confidence,
    x.finding
  FROM faults AS x
) AS r
ORDER BY r.size

-- name: faults
-- The result: faults by check.
-- in:  findings (check_name, faults)
-- out: check_name, faults
SELECT f.check_name, sum(f.faults) AS faults
FROM findings AS f
GROUP BY f.check_name
ORDER BY f.check_name
