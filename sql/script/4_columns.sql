-- Columns beside the items of a table, such as a month or a shop, for scripts and gates: what each record has in them, and so
-- the class of records that it is alike with (columns/classes).
-- 1. The value of each record in a column, as an audit reads it: one that has none has the value $missing. 2. Records with
-- several, which no gate can count with. 3. Who is at risk by the columns alone, besides those by sets of items in a class.
-- phase: finding records that are alike in columns

-- name: record_values
-- What has each record in a column, of several the first?
-- in:  source (record_id, item, value)
-- out: record_id, text, several (0 or 1)
SELECT
  n.record_id,
  coalesce(min(n.text), $missing) AS text,
  CASE WHEN max(n.text) > min(n.text) THEN 1 ELSE 0 END AS several
FROM (
  SELECT
    s.record_id,
    CASE WHEN letters(s.value) > 0 THEN cast(s.value AS VARCHAR) END AS text,
    CASE WHEN letters(s.item) > 0 THEN 1 ELSE 0 END AS held
  FROM source AS s
  WHERE letters(s.record_id) > 0
) AS n
GROUP BY n.record_id
HAVING max(n.held) = 1

-- name: records_of_several
-- Which records have several?
-- in:  record_values (record_id, several)
-- out: record_id
SELECT v.record_id FROM record_values AS v WHERE v.several = 1

-- name: several
-- How many records are that, in any column?
-- in:  records (record_id)
-- out: n_records
SELECT c.n_records
FROM (SELECT count(DISTINCT r.record_id) AS n_records FROM records AS r) AS c
WHERE c.n_records > 0

-- name: small
-- Which classes are of fewer than $k?
-- in:  sizes (class, n)
-- out: class
SELECT s.class FROM sizes AS s WHERE s.n < $k

-- name: class_items
-- The class of each record as an item that no other class has.
-- in:  classes (record_id, class)
-- out: record_id, item
SELECT c.record_id, -c.class AS item FROM classes AS c

-- name: at_risk
-- Who is at risk by the columns, or by items besides?
-- in:  by_columns (record_id), by_items (record_id)
-- out: record_id
SELECT c.record_id FROM by_columns AS c
UNION ALL
SELECT i.record_id FROM by_items AS i
