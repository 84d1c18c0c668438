-- Whose are the released records? The release does not tell; its owner does, by a table of released ids and persons, or by
-- the source: under its ids where these were kept, else by the ledger, which has the id that each record was released under.
-- phase: finding the person of each released record

-- name: through_ledger
-- The person of each record under its released id, by a ledger.
-- in:  source_persons (record_id: of the source, person), ledger (record_id, action, label)
-- out: record_id, person
SELECT l.label AS record_id, p.person
FROM ledger AS l
JOIN source_persons AS p ON p.record_id = l.record_id
WHERE l.action = 'released'

-- name: of_records
-- Which persons has each released record? None is told as NULL.
-- in:  lines (record_id), persons (record_id: text, person)
-- out: record_id, person (a number)
SELECT DISTINCT
  r.record_id,
  CASE WHEN p.person IS NOT NULL THEN cast(dense_rank() OVER (ORDER BY p.person) AS integer) END AS person
FROM (SELECT DISTINCT n.record_id, cast(n.record_id AS VARCHAR) AS name FROM lines AS n WHERE n.record_id IS NOT NULL) AS r
LEFT JOIN persons AS p ON p.record_id = r.name

-- name: faults
-- How many released records have no person, how many have several, and how many persons are there?
-- in:  of_records (record_id, person)
-- out: n_without, n_several, n_persons
SELECT
  count(*) FILTER (WHERE o.person IS NULL) AS n_without,
  count(*) - count(DISTINCT o.record_id) AS n_several,
  count(DISTINCT o.person) AS n_persons
FROM of_records AS o
