-- What a gate cannot count with: records without a person where it counts persons, and lists of items that name none. Then
-- it would have nothing to say, and pass: so it gives a row.
-- 1. How many records does that concern? A row, or none where nothing is amiss. 2. That row, under those of threats, which
-- say what they are, too.
-- phase: looking for what cannot be counted

-- name: without_person
-- How many records have no person, in any of their rows?
-- in:  source (record_id, item, person)
-- out: n_records
SELECT c.n_records
FROM (
  SELECT count(DISTINCT s.record_id) AS n_records
  FROM source AS s
  WHERE letters(s.record_id) > 0 AND letters(s.item) > 0 AND coalesce(letters(s.person), 0) = 0
) AS c
WHERE c.n_records > 0

-- name: nothing_of_table
-- Of how many records does a table name no item: because it names none at all, or none of the data?
-- in:  named (item), listed (item): those of the data, item_rows (record_id)
-- out: n_records
SELECT c.n_records
FROM (
  SELECT
    (SELECT count(*) FROM named AS n WHERE letters(n.item) > 0) AS n_named,
    (SELECT count(*) FROM listed AS l) AS n_listed,
    (SELECT count(DISTINCT r.record_id) FROM item_rows AS r) AS n_records
) AS c
WHERE c.n_listed = 0 AND (c.n_named = 0 OR c.n_records > 0)

-- name: nothing_of_labels
-- The same for labels that stand in the gate.
-- in:  listed (item): those of the data, item_rows (record_id)
-- out: n_records
SELECT c.n_records
FROM (
  SELECT
    (SELECT count(*) FROM listed AS l) AS n_listed,
    (SELECT count(DISTINCT r.record_id) FROM item_rows AS r) AS n_records
) AS c
WHERE c.n_listed = 0 AND c.n_records > 0

-- name: threats_found
-- The rows of threats, which say what they are: $finding.
-- in:  findings (known_items, minimal_threats, records_at_risk)
-- out: known_items, minimal_threats, records_at_risk, finding
SELECT f.known_items, f.minimal_threats, f.records_at_risk, $finding AS finding
FROM findings AS f

-- name: fault_found
-- What is at fault, and how many records that concerns.
-- in:  fault (n_records)
-- out: known_items, minimal_threats, records_at_risk, finding
SELECT 0 AS known_items, 0 AS minimal_threats, cast(x.n_records AS bigint) AS records_at_risk, $finding AS finding
FROM fault AS x

-- name: threats_of_persons_found
-- The rows of threats where persons count.
-- in:  findings (known_items, minimal_threats, records_at_risk, persons_at_risk)
-- out: known_items, minimal_threats, records_at_risk, persons_at_risk, finding
SELECT f.known_items, f.minimal_threats, f.records_at_risk, f.persons_at_risk, $finding AS finding
FROM findings AS f

-- name: fault_of_persons_found
-- What is at fault, where persons count.
-- in:  fault (n_records)
-- out: known_items, minimal_threats, records_at_risk, persons_at_risk, finding
SELECT
  0 AS known_items,
  0 AS minimal_threats,
  cast(x.n_records AS bigint) AS records_at_risk,
  cast(0 AS bigint) AS persons_at_risk,
  $finding AS finding
FROM fault AS x
