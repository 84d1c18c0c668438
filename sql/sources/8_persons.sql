-- Whose records are these? Where a column names the person of each record.
-- 1. In a warehouse the rows of the source, each once, with the person: as rows/distinct_pairs. For lists and one-hot tables
-- without record ids: the number of the row is that of the record. 2. The persons of each record. 3. A record without a
-- person, or with several, is refused. 4. Numbers for persons, in the order of their names, and these names; which of them
-- nearly agree? 5. Or numbers for a sample of records.
-- Makes persons (record_id, person), person_names (person, source_person).
-- phase: finding the person of each record

-- name: distinct_rows
-- The rows of a source with the person, each once, and how often it is there. This is the only query that reads the source.
-- in:  pairs (record, item, person)
-- out: record, item, person, n
SELECT p.record, p.item, p.person, count(*) AS n FROM pairs AS p GROUP BY p.record, p.item, p.person

-- name: numbered (duckdb)
-- The persons of records that are known by their row.
-- only: duckdb, because only a table of DuckDB is read in the order in which it was written
-- in:  named (person)
-- out: record, person
SELECT cast(row_number() OVER () AS INTEGER) AS record, person FROM named

-- name: of_named_records
-- Which persons has each record?
-- in:  named (record, person), records (record_id, source_record)
-- out: record_id, person
SELECT DISTINCT r.record_id, n.person
FROM named AS n
JOIN records AS r ON r.source_record = n.record

-- name: of_numbered_records
-- The same where a record is known by its number already.
-- in:  named (record, person)
-- out: record_id, person
SELECT DISTINCT n.record AS record_id, n.person
FROM named AS n

-- name: faults
-- How many records have no person, how many have several?
-- in:  persons (record_id, person)
-- out: n_without, n_several
SELECT
  coalesce(sum(r.without), 0) AS n_without,
  count(*) FILTER (WHERE r.n_persons > 1) AS n_several
FROM (
  SELECT
    p.record_id,
    count(*) AS n_persons,
    max(CASE WHEN p.person IS NULL OR length(trim(cast(p.person AS VARCHAR), $blanks)) = 0 THEN 1 ELSE 0 END) AS without
  FROM persons AS p
  GROUP BY p.record_id
) AS r

-- name: numbers
-- Number the persons from 1, by what they are called in the source.
-- in:  persons (record_id, person)
-- out: record_id, person
SELECT p.record_id, cast(dense_rank() OVER (ORDER BY p.person) AS INTEGER) AS person
FROM persons AS p

-- name: names
-- What is each person called in the source?
-- in:  named (record_id, person), persons (record_id, person)
-- out: person, source_person
SELECT DISTINCT p.person, cast(n.person AS VARCHAR) AS source_person
FROM persons AS p
JOIN named AS n ON n.record_id = p.record_id

-- name: near_names
-- How many persons differ from another one in case and $blanks only?
-- in:  person_names (person, source_person)
-- out: n
SELECT sum(s.n) AS n
FROM (
  SELECT count(*) AS n
  FROM person_names AS p
  GROUP BY spelling(p.source_person, $blanks)
  HAVING count(*) > 1
) AS s

-- name: highest
-- How many persons are there?
-- in:  persons (record_id, person)
-- out: n
SELECT max(p.person) AS n FROM persons AS p

-- name: named
-- The persons of the records, as these are called in the source.
-- in:  persons (record_id, person), record_ids (record_id, source_id)
-- out: record_id, person
SELECT d.source_id AS record_id, p.person
FROM persons AS p
JOIN record_ids AS d ON d.record_id = p.record_id

-- name: labelled
-- The person of each record, as text.
-- in:  persons (record_id, person)
-- out: record_id, item
SELECT p.record_id, cast(p.person AS VARCHAR) AS item
FROM persons AS p

-- name: drawn
-- The persons of the records that were drawn, under the new numbers of the records.
-- in:  persons (record_id, person), drawn (record_id, new_id)
-- out: record_id, person
SELECT d.new_id AS record_id, cast(dense_rank() OVER (ORDER BY p.person) AS INTEGER) AS person
FROM persons AS p
JOIN drawn AS d ON d.record_id = p.record_id

-- name: own_persons
-- Where persons do not count each record is of one of its own.
-- in:  transactions (record_id)
-- out: record_id, person
SELECT DISTINCT record_id, record_id AS person FROM transactions
