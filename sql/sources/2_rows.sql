-- Bring every form to rows (record, item), and find those that lack one of the two.
-- 1. A table with a row for each record and item: as it is, numbered for messages; in a warehouse each row once, with how
-- often it is there. 2. A list of items for each record: a row for each item. 3. Rows without an item or without a record
-- id: how many, which are the first; and the rest without them.
-- Makes pairs (record, item).

-- name: numbered (duckdb)
-- The rows of a source with their numbers from 1, in the order in which they are stored; only messages need them.
-- only: duckdb, because only a table of DuckDB is read in the order in which it was written
-- in:  pairs
-- out: row, record, item
SELECT row_number() OVER () AS row, record, item FROM pairs

-- name: distinct_pairs
-- The rows of a source, each once, and how often it is there. This is the only query that reads the source.
-- in:  pairs (record, item)
-- out: record, item, n
SELECT p.record, p.item, count(*) AS n FROM pairs AS p GROUP BY p.record, p.item

-- name: unlisted (duckdb)
-- One row for each item of each list. A list that is missing counts as an item that is missing; an empty one has no row.
-- only: duckdb, because it unfolds lists
-- in:  lists(record, items)
-- out: row, record, item
SELECT row, record, unnest(coalesce(items, [NULL])) AS item
FROM (SELECT row_number() OVER () AS row, record, items FROM lists) AS numbered

-- name: unlisted_numbered (duckdb)
-- The same where a record has no name: its row is its number.
-- only: duckdb, because it unfolds lists
-- in:  lists(items)
-- out: record, item
SELECT record, unnest(coalesce(items, [NULL])) AS item
FROM (SELECT cast(row_number() OVER () AS INTEGER) AS record, items FROM lists) AS numbered

-- name: cells (duckdb)
-- The cells of a one-hot table that are not plainly $zero. The program names its columns c1, c2, …: all are of one type.
-- only: duckdb, because it turns columns into rows
-- in:  wide (row, record, c1, …)
-- out: row, record, own (the column), cell (as text)
SELECT row, record, own, cast(cell AS VARCHAR) AS cell
FROM (SELECT * FROM wide) AS every UNPIVOT INCLUDE NULLS (cell FOR own IN (c1))
WHERE cell IS NULL OR cell <> $zero

-- name: held_cells
-- One row for each cell of a one-hot table that is 1, with the item of its column; a cell that is neither 0 nor 1 has an
-- item without a name, so that it is found as every row without an item is.
-- in:  cells (row, record, own, cell), named (own, label)
-- out: row, record, item
SELECT judged.row, judged.record, CASE WHEN judged.flag = 1 THEN named.label ELSE '' END AS item
FROM (
  SELECT
    row, record, own,
    CASE
      WHEN cell = '1' THEN 1
      WHEN lower(trim(cell, $blanks)) IN ('1', '1.0', 'true', 't') THEN 1
      WHEN lower(trim(cell, $blanks)) IN ('0', '0.0', 'false', 'f') THEN 0
    END AS flag
  FROM cells
) AS judged
JOIN named ON named.own = judged.own
WHERE judged.flag IS NULL OR judged.flag = 1

-- name: no_flags
-- Which columns hold something that is neither 0 nor 1 (nor false nor true)?
-- in:  cells (own, cell)
-- out: own
SELECT DISTINCT own
FROM cells
WHERE cell IS NULL OR NOT lower(trim(cell, $blanks)) IN ('1', '1.0', 'true', 't', '0', '0.0', 'false', 'f')

-- name: blank_pairs
-- How many rows of a source are there, how many of them have no item, no record id, or neither?
-- in:  counted (record, item, n)
-- out: n_rows, n_blank, n_without_item
SELECT
  coalesce(sum(j.n), 0) AS n_rows,
  coalesce(sum(j.n) FILTER (WHERE j.without_item OR j.without_record), 0) AS n_blank,
  coalesce(sum(j.n) FILTER (WHERE j.without_item), 0) AS n_without_item
FROM (
  SELECT
    c.n,
    (c.item IS NULL OR length(trim(c.item, $blanks)) = 0) AS without_item,
    (c.record IS NULL OR length(trim(cast(c.record AS VARCHAR), $blanks)) = 0) AS without_record
  FROM counted AS c
) AS j

-- name: blank_rows
-- Which rows have no item or no record id? All of them are counted, the first few named.
-- in:  numbered
-- out: row, without_item, n
SELECT row, without_item, count(*) OVER () AS n
FROM (
  SELECT
    row,
    (item IS NULL OR length(trim(cast(item AS VARCHAR), $blanks)) = 0) AS without_item,
    (record IS NULL OR length(trim(cast(record AS VARCHAR), $blanks)) = 0) AS without_record
  FROM numbered
) AS judged
WHERE without_item OR without_record
ORDER BY row
LIMIT 5

-- name: without_blanks
-- The rows that have both an item and a record id.
-- in:  pairs
-- out: record, item
SELECT record, item
FROM pairs
WHERE length(trim(cast(item AS VARCHAR), $blanks)) > 0 AND length(trim(cast(record AS VARCHAR), $blanks)) > 0

-- name: named_keys
-- The records that have an id.
-- in:  keys
-- out: record
SELECT record FROM keys WHERE length(trim(cast(record AS VARCHAR), $blanks)) > 0
