-- The gate of k^m-anonymity where any number of items may be known, and the audit as one SELECT: is each record, taken as a
-- set, held by k records, or by records of k persons? The queries of sets/containment come before these.
-- 1. How many records, and persons, have a set that fewer hold. 2. The result: a row where there are any (a gate), or always
-- (an audit), and a row for each reason not to count.
-- phase: collecting the findings

-- name: risk
-- How many records are at risk?
-- in:  members (record_id, set_id), at_risk (set_id)
-- out: n_records, n_at_risk
SELECT count(*) AS n_records, count(r.set_id) AS n_at_risk
FROM members AS m
LEFT JOIN at_risk AS r ON r.set_id = m.set_id

-- name: risk_of_persons
-- How many records, and persons, are at risk?
-- in:  members (record_id, set_id), at_risk (set_id), persons (record_id, person)
-- out: n_records, n_at_risk, n_persons, n_persons_at_risk
SELECT
  count(*) AS n_records,
  count(r.set_id) AS n_at_risk,
  count(DISTINCT p.person) AS n_persons,
  count(DISTINCT CASE WHEN r.set_id IS NOT NULL THEN p.person END) AS n_persons_at_risk
FROM members AS m
JOIN persons AS p ON p.record_id = m.record_id
LEFT JOIN at_risk AS r ON r.set_id = m.set_id

-- name: found
-- The row of what was found, where $least records or more are at risk.
-- in:  risk (n_records, n_at_risk)
-- out: records, records_at_risk, finding
SELECT r.n_records AS records, r.n_at_risk AS records_at_risk, 'threats' AS finding
FROM risk AS r
WHERE r.n_at_risk >= $least

-- name: found_of_persons
-- The same where persons count.
-- in:  risk (n_records, n_at_risk, n_persons, n_persons_at_risk)
-- out: records, records_at_risk, persons, persons_at_risk, finding
SELECT
  r.n_records AS records,
  r.n_at_risk AS records_at_risk,
  r.n_persons AS persons,
  r.n_persons_at_risk AS persons_at_risk,
  'threats' AS finding
FROM risk AS r
WHERE r.n_at_risk >= $least

-- name: fault_found
-- What is at fault, and how many records that concerns.
-- in:  fault (n_records)
-- out: records, records_at_risk, finding
SELECT x.n_records AS records, x.n_records AS records_at_risk, $finding AS finding
FROM fault AS x

-- name: fault_of_persons_found
-- The same where persons count.
-- in:  fault (n_records)
-- out: records, records_at_risk, persons, persons_at_risk, finding
SELECT
  x.n_records AS records,
  x.n_records AS records_at_risk,
  cast(0 AS bigint) AS persons,
  cast(0 AS bigint) AS persons_at_risk,
  $finding AS finding
FROM fault AS x
