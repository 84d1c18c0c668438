-- Of each small count that follows one cell is no longer shown: the one that few hold, and so few ask for. Again, until
-- none follows.
-- phase: hiding cells

-- name: named_labels
-- The labels of each cell, as far as some cell that is shown names them: nobody knows of groups that none does.
-- in:  set_labels (node, label), cells (node, n)
-- out: node, label
SELECT s.node, s.label
FROM set_labels AS s
SEMI JOIN (
  SELECT l.label
  FROM set_labels AS l
  JOIN cells AS c ON c.node = l.node AND c.n IS NOT NULL
) AS n ON n.label = s.label

-- name: of_differences
-- The narrower cell; where that is not shown, the wider one.
-- in:  derived (node, other), cells (node, n)
-- out: node
SELECT DISTINCT CASE WHEN c.n IS NULL THEN d.node ELSE d.other END AS node
FROM derived AS d
JOIN cells AS c ON c.node = d.other

-- name: hidden_differences
-- The cells of differences of which neither is shown: both follow from lines.
-- in:  derived (node, other), cells (node, n)
-- out: node
SELECT d.node
FROM derived AS d
JOIN cells AS w ON w.node = d.node AND w.n IS NULL
JOIN cells AS c ON c.node = d.other AND c.n IS NULL
UNION
SELECT d.other AS node
FROM derived AS d
JOIN cells AS w ON w.node = d.node AND w.n IS NULL
JOIN cells AS c ON c.node = d.other AND c.n IS NULL

-- name: of_sums
-- The largest set.
-- in:  derived (other)
-- out: node
SELECT DISTINCT other AS node FROM derived

-- name: of_lines
-- The smallest part that is shown.
-- in:  derived (node, other), lines (total, place, node), cells (node, n)
-- out: node
SELECT p.node
FROM (
  SELECT i.node, row_number() OVER (PARTITION BY d.node, d.other ORDER BY c.n, i.node) AS rank
  FROM derived AS d
  JOIN lines AS i ON i.total = d.node AND i.place = d.other
  JOIN cells AS c ON c.node = i.node AND c.n IS NOT NULL
) AS p
WHERE p.rank = 1

-- name: of_parts
-- Of each cell that follows from lines: the smallest part beside it, or its total where none is shown.
-- in:  derived (node), lines (total, place, node), cells (node, n)
-- out: node
SELECT p.node
FROM (
  SELECT
    b.node,
    row_number() OVER (PARTITION BY b.part ORDER BY b.is_total, c.n, b.node) AS rank
  FROM (
    SELECT DISTINCT d.node AS part, o.node, 0 AS is_total
    FROM derived AS d
    JOIN lines AS i ON i.node = d.node
    JOIN lines AS o ON o.total = i.total AND o.place = i.place AND o.node <> d.node
    UNION ALL
    SELECT DISTINCT d.node AS part, i.total AS node, 1 AS is_total
    FROM derived AS d
    JOIN lines AS i ON i.node = d.node
    UNION ALL
    SELECT d.node AS part, d.node, 0 AS is_total FROM derived AS d
  ) AS b
  JOIN cells AS c ON c.node = b.node AND c.n IS NOT NULL
) AS p
WHERE p.rank = 1

-- name: of_both
-- The item that fewer hold.
-- in:  derived (node, other), cells (node, n)
-- out: node
SELECT DISTINCT CASE WHEN o.n < c.n THEN d.other ELSE d.node END AS node
FROM derived AS d
JOIN cells AS c ON c.node = d.node
JOIN cells AS o ON o.node = d.other

-- name: without
-- What cells show then.
-- in:  cells (node, n, others), hiding (node)
-- out: node, n, others
SELECT c.node, CASE WHEN h.node IS NULL THEN c.n END AS n, c.others
FROM cells AS c
LEFT JOIN (SELECT DISTINCT node FROM hiding) AS h ON h.node = c.node

-- name: rounded
-- Counts, rounded down to multiples of $step.
-- in:  line_counts (line, n)
-- out: line, n
SELECT line, n - n % $step AS n FROM line_counts

-- name: error
-- How far off are the counts that are shown, on average?
-- in:  sets (line, node), line_counts (line, n: as it was counted), cells (node, n)
-- out: error (missing: none is shown)
SELECT avg(cast(l.n - c.n AS DOUBLE) / nullif(l.n, 0)) AS error
FROM line_counts AS l
JOIN sets AS s ON s.line = l.line
JOIN cells AS c ON c.node = s.node

-- name: published
-- What is published: each cell that is shown, with its group and its items.
-- in:  cells (node, n), set_labels (node, label), labels (label, place, name)
-- out: one, two, three (of the columns of groups), a, b, c (items), n; missing where a cell has none
SELECT
  max(CASE WHEN l.place = 1 THEN l.name END) AS one,
  max(CASE WHEN l.place = 2 THEN l.name END) AS two,
  max(CASE WHEN l.place = 3 THEN l.name END) AS three,
  max(CASE WHEN l.place = 0 AND l.rank = 1 THEN l.name END) AS a,
  max(CASE WHEN l.place = 0 AND l.rank = 2 THEN l.name END) AS b,
  max(CASE WHEN l.place = 0 AND l.rank = 3 THEN l.name END) AS c,
  c.n
FROM cells AS c
LEFT JOIN (
  SELECT s.node, m.place, m.name, row_number() OVER (PARTITION BY s.node, m.place ORDER BY m.name) AS rank
  FROM set_labels AS s
  JOIN labels AS m ON m.label = s.label
) AS l ON l.node = c.node
WHERE c.n IS NOT NULL
GROUP BY c.node, c.n

-- name: in_order
-- The same in order: totals first.
-- in:  published (one, two, three, a, b, c, n)
-- out: place, one, two, three, a, b, c, n
SELECT
  row_number() OVER (
    ORDER BY coalesce(one, ''), coalesce(two, ''), coalesce(three, ''), coalesce(a, ''), coalesce(b, ''), coalesce(c, '')
  ) AS place,
  one,
  two,
  three,
  a,
  b,
  c,
  n
FROM published

-- name: items_shown
-- The items and labels that are shown.
-- in:  published (a, b, c)
-- out: name
SELECT a AS name FROM published WHERE a IS NOT NULL
UNION
SELECT b AS name FROM published WHERE b IS NOT NULL
UNION
SELECT c AS name FROM published WHERE c IS NOT NULL

-- name: write_parquet (duckdb)
-- Write counts as Parquet.
-- in:  published (place, the columns of groups and of items, count)
-- out: the file $path
-- only: duckdb, because it alone writes files
COPY (SELECT * EXCLUDE (place) FROM published ORDER BY place)
TO $path (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)

-- name: write_delimited (duckdb)
-- Write counts as text, with a header.
-- in:  published (place, the columns of groups and of items, count)
-- out: the file $path, columns parted by $separator
-- only: duckdb, because it alone writes files
COPY (SELECT * EXCLUDE (place) FROM published ORDER BY place)
TO $path (FORMAT csv, HEADER true, DELIMITER $separator, USE_TMP_FILE false)
