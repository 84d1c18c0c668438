-- Which records are published, in which order, and under which id?
-- 1. All that are left with an item; in basket lines all, for each has its line. 2. New random ids, those of the source, the
-- numbers of its lines, or new ones that a secret makes of those of the source.
-- Reads published (record_id, item); makes places (record_id, position, published_id).
-- phase: drawing new record ids

-- name: records_published
-- Which records are left with at least one item? Only they have rows in a long release.
-- in:  published (record_id, item)
-- out: record_id
SELECT DISTINCT record_id FROM published

-- name: records_all (duckdb)
-- All records 1..$records, also those that lost every item: each has its line in a basket release.
-- in:  the number $records
-- out: record_id
-- only: duckdb, because it alone writes basket files, and makes the numbers for them
SELECT CAST(number AS INTEGER) AS record_id FROM range(1, $records + 1) AS numbers(number)

-- name: shuffled
-- New record ids 1..n in an order that only the secret $key knows; the rows are written in that order, too.
-- in:  records (record_id)
-- out: record_id, position, published_id
SELECT record_id, position, CAST(position AS INTEGER) AS published_id
FROM (
    SELECT
        record_id,
        row_number() OVER (ORDER BY md5(concat($key, ':', CAST(record_id AS VARCHAR))), record_id) AS position
    FROM records) AS shuffled

-- name: kept
-- The record ids of the source, in its order. Where all of them are whole numbers they are in the order of numbers, not of
-- text: the shorter is the smaller.
-- in:  records (record_id), record_ids (record_id, source_id)
-- out: record_id, position, published_id
SELECT
  records.record_id,
  row_number() OVER (
    ORDER BY CASE WHEN ids.n_other = 0 THEN length(record_ids.source_id) ELSE 0 END, records.record_id
  ) AS position,
  record_ids.source_id AS published_id
FROM records
JOIN record_ids ON records.record_id = record_ids.record_id
CROSS JOIN (
  SELECT count(*) FILTER (WHERE length(trim(source_id, '0123456789')) > 0) AS n_other FROM record_ids
) AS ids

-- name: keyed
-- The same new id for a record of the source in each release with one secret, of which $inner and $outer are made (64 digits
-- each, a block of the digest): 128 bits of an HMAC, which tell nothing without it. The rows are written in their order.
-- in:  records (record_id), record_ids (record_id, source_id)
-- out: record_id, position, published_id
SELECT record_id, row_number() OVER (ORDER BY published_id) AS position, published_id
FROM (
  SELECT
    records.record_id,
    substr(sha256_digits(concat($outer, sha256_digits(concat($inner, record_ids.source_id)))), 1, 32) AS published_id
  FROM records
  JOIN record_ids ON records.record_id = record_ids.record_id
) AS keyed

-- name: other_lines
-- How many records would stand in a line whose number is not their id?
-- in:  places (position, published_id)
-- out: n
SELECT count(*) AS n FROM places WHERE cast(published_id AS VARCHAR) <> cast(position AS VARCHAR)

-- name: kept_numbers
-- The line numbers of the source as record ids, in its order.
-- in:  records (record_id)
-- out: record_id, position, published_id
SELECT record_id, record_id AS position, record_id AS published_id FROM records

-- name: line_numbers
-- What records are called whose id is the number of their line.
-- in:  transactions (record_id, item)
-- out: record_id, source_id
SELECT DISTINCT record_id, CAST(record_id AS VARCHAR) AS source_id FROM transactions

-- name: persons
-- The person of each record under the id that it is released under.
-- in:  places (record_id, published_id), persons (record_id, person)
-- out: record_id (text), person
SELECT cast(places.published_id AS VARCHAR) AS record_id, persons.person
FROM places
JOIN persons ON persons.record_id = places.record_id
