-- Read a table of counts as lines, each with a count and labels: items, and the values of columns of groups.
-- phase: reading the table of counts

-- name: lines
-- Which line is each row of? Each is one, or all rows of an itemset in a group are.
-- in:  raw (row, counted, itemset, groups); '' where a row has none
-- out: row, line, counted
SELECT
  row,
  CAST(dense_rank() OVER (ORDER BY itemset, groups, CASE WHEN itemset = '' THEN row ELSE 0 END) AS BIGINT) AS line,
  counted
FROM raw

-- name: labels
-- The labels of each line. Nothing, or $total in a column of groups, is none.
-- in:  named (row, place, name), lines (row, line)
-- out: line, place (0: an item; else the column of groups), name
SELECT DISTINCT l.line, n.place, n.name
FROM named AS n
JOIN lines AS l ON l.row = n.row
WHERE n.name <> '' AND (n.place = 0 OR n.name <> $total)

-- name: odd_counts (duckdb)
-- How many rows have a count that is no whole number, and not $hidden?
-- in:  lines (counted)
-- out: n
-- only: duckdb, because it alone reads tables of counts
SELECT count(*) AS n
FROM lines
WHERE
  counted <> ''
  AND counted <> $hidden
  AND NOT coalesce(
    TRY_CAST(counted AS DECIMAL(38, 9)) >= 0
    AND TRY_CAST(counted AS DECIMAL(38, 9)) = floor(TRY_CAST(counted AS DECIMAL(38, 9))),
    FALSE
  )

-- name: counts (duckdb)
-- The count of each line; nothing, or $hidden, is not shown.
-- in:  lines (line, counted)
-- out: line, n (missing: it is not shown)
-- only: duckdb, because it alone reads tables of counts
SELECT DISTINCT
  line,
  CASE WHEN counted = '' OR counted = $hidden THEN NULL ELSE CAST(CAST(counted AS DECIMAL(38, 9)) AS BIGINT) END AS n
FROM lines
