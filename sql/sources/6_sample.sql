-- A part of a source, to try settings on: some records, or all but some items.
-- 1. Draw records, by a keyed hash, and number them anew. 2. Their rows and names. 3. Or the rows of other items. Then the
-- items are counted and numbered again (see the step dataset).
-- Reads transactions (record_id, item), record_ids (record_id, source_id); makes rows (record_id, item).
-- phase: drawing a sample of records

-- name: drawn_records
-- At most $most records, by lot, in an order that only the $seed knows: the same on every engine.
-- in:  transactions (record_id, item)
-- out: record_id, new_id (from 1)
SELECT d.record_id, cast(row_number() OVER (ORDER BY d.record_id) AS integer) AS new_id
FROM (
  SELECT
    t.record_id,
    row_number() OVER (ORDER BY md5(concat($seed, ':', cast(t.record_id AS text))), t.record_id) AS rank
  FROM (SELECT DISTINCT r.record_id FROM transactions AS r) AS t
) AS d
WHERE d.rank <= $most

-- name: drawn_rows
-- The rows of the records that were drawn, under their new numbers.
-- in:  transactions (record_id, item), drawn (record_id, new_id)
-- out: record_id, item
SELECT d.new_id AS record_id, t.item
FROM transactions AS t
JOIN drawn AS d ON d.record_id = t.record_id

-- name: drawn_ids
-- What the records that were drawn are called in the source.
-- in:  record_ids (record_id, source_id), drawn (record_id, new_id)
-- out: record_id, source_id
SELECT d.new_id AS record_id, n.source_id
FROM record_ids AS n
JOIN drawn AS d ON d.record_id = n.record_id

-- name: other_rows
-- The rows of all items but some.
-- in:  transactions (record_id, item), left_out (item)
-- out: record_id, item
SELECT t.record_id, t.item
FROM transactions AS t
ANTI JOIN left_out AS l ON l.item = t.item

-- name: other_records
-- The rows of all records but some.
-- in:  transactions (record_id, item), records (record_id)
-- out: record_id, item
SELECT t.record_id, t.item
FROM transactions AS t
ANTI JOIN records AS r ON r.record_id = t.record_id
