-- Bring every form to rows (record, item), and find those that lack one of the two.
-- 1. A table with a row for each record and item: as it is, numbered for messages; in a warehouse each row once, with how
-- often it is there. 2. A list of items for each record: a row for each item. 3. Rows without an item or without a record
-- id: how many, which are the first; and the rest without them.
-- Makes pairs (record, item).
-- phase: reading the rows

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

-- name: held_cells (duckdb)
-- One row for each cell of a one-hot table that is 1, with the item of its column. A cell that is neither 0 nor 1 gets an
-- item without a name, so that it is found as every row without an item is. What is plainly $zero is passed over at once.
-- The program names the columns in place of c1 (all are of one type), and the column of the record where there is one.
-- only: duckdb, because it turns columns into rows
-- in:  wide (its columns), named (column_name, label)
-- out: row, record, item
SELECT judged.row, judged.record, CASE WHEN judged.flag = 1 THEN named.label ELSE '' END AS item
FROM (
  SELECT
    "setanon row" AS row,
    "setanon record" AS record,
    "setanon column" AS column_name,
    CASE
      WHEN "setanon cell" = $one THEN 1
      WHEN lower(trim(cast("setanon cell" AS VARCHAR), $blanks)) IN ('1', '1.0', 'true', 't') THEN 1
      WHEN lower(trim(cast("setanon cell" AS VARCHAR), $blanks)) IN ('0', '0.0', 'false', 'f') THEN 0
    END AS flag
  FROM (
    SELECT
      cast(row_number() OVER () AS INTEGER) AS "setanon row",
      cast(row_number() OVER () AS INTEGER) AS "setanon record",
      *
    FROM wide
  ) AS numbered
  UNPIVOT INCLUDE NULLS ("setanon cell" FOR "setanon column" IN (c1))
  WHERE "setanon cell" IS NULL OR "setanon cell" <> $zero
) AS judged
JOIN named ON named.column_name = judged.column_name
WHERE judged.flag IS NULL OR judged.flag = 1

-- name: no_flags (duckdb)
-- Which columns hold, in the first $n rows, something that is neither 0 nor 1 (nor false nor true)? What is plainly $zero
-- is passed over at once. The program names the columns in place of c1: all are of one type.
-- only: duckdb, because it turns columns into rows
-- in:  wide (its columns)
-- out: column_name
SELECT DISTINCT "setanon column" AS column_name
FROM (SELECT * FROM wide LIMIT $n) AS first_rows
UNPIVOT INCLUDE NULLS ("setanon cell" FOR "setanon column" IN (c1))
WHERE
  "setanon cell" IS NULL
  OR (
    "setanon cell" <> $zero
    AND NOT lower(trim(cast("setanon cell" AS VARCHAR), $blanks)) IN (
      '1', '1.0', 'true', 't', '0', '0.0', 'false', 'f'
    )
  )

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
