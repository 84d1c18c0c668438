-- Does a small count follow from a table of counts? Each cell as columns: its groups, and two labels in order ('' where there
-- is none). Wider cells are looked up: fewer groups, and of its labels and those over them none, one or two.
-- phase: checking the table of counts

-- name: delimited (duckdb)
-- What does a file of counts hold?
-- in:  the file $path with a header, columns separated by $separator
-- out: its columns, as text
-- only: duckdb, because it alone reads files
SELECT * FROM read_csv(
  $path, auto_detect = true, header = true, all_varchar = true, delim = $separator, quote = '"', escape = '"', nullstr = '',
  hive_partitioning = false)

-- name: not_counts (duckdb)
-- How many rows have a count that is no whole number from 0 on?
-- in:  texts (n)
-- out: n
-- only: duckdb, because it alone reads files
SELECT count(*) AS n FROM texts WHERE NOT coalesce(regexp_full_match(n, '[0-9]{1,15}'), FALSE)

-- name: lines (duckdb)
-- The rows, numbered.
-- in:  texts (one, two, three, a, b, n)
-- out: line, one, two, three, a, b, n; '' where there is none
-- only: duckdb, because it alone reads files
SELECT row_number() OVER () AS line, one, two, three, a, b, CAST(n AS BIGINT) AS n FROM texts

-- name: above (duckdb)
-- Each label with itself and all labels over it.
-- in:  next_above (label, upper), labels (label)
-- out: label, upper
-- only: duckdb, because it alone reads files of counts
WITH RECURSIVE up AS (
  SELECT label, label AS upper FROM labels
  UNION
  SELECT u.label, n.upper
  FROM up AS u
  JOIN next_above AS n ON n.label = u.upper
)
SELECT label, upper FROM up

-- name: cells
-- The cells of the table.
-- in:  lines (line, one, two, three, a, b, n)
-- out: cell, one, two, three, a, b, low, high
SELECT
  line AS cell,
  one,
  two,
  three,
  CASE WHEN b = '' OR a < b THEN a ELSE b END AS a,
  CASE WHEN b = '' OR a < b THEN b ELSE a END AS b,
  n AS low,
  n + $step - 1 AS high
FROM lines

-- name: faulty_cells
-- How many cells are shown twice, are under $k, or are no multiple of $step?
-- in:  cells (one, two, three, a, b, low)
-- out: twice, small, odd
SELECT
  (SELECT count(*) FROM (SELECT 1 FROM cells GROUP BY one, two, three, a, b HAVING count(*) > 1) AS t) AS twice,
  count(CASE WHEN low < $k THEN 1 END) AS small,
  count(CASE WHEN low % $step <> 0 THEN 1 END) AS odd
FROM cells

-- name: labels
-- The labels of all cells.
-- in:  cells (a, b)
-- out: label
SELECT a AS label FROM cells WHERE a <> ''
UNION
SELECT b AS label FROM cells WHERE b <> ''

-- name: wider_sets
-- Which sets lie over those of the cells? None, one, or two of their labels and those over them.
-- in:  cells (a, b), above (label, upper)
-- out: a, b, wide_a, wide_b
WITH sets AS (SELECT DISTINCT a, b FROM cells),
upper AS (
  SELECT s.a, s.b, u.upper
  FROM sets AS s
  JOIN above AS u ON u.label = s.a OR u.label = s.b
)
SELECT a, b, '' AS wide_a, '' AS wide_b FROM sets
UNION
SELECT a, b, upper AS wide_a, '' AS wide_b FROM upper
UNION
SELECT x.a, x.b, x.upper AS wide_a, y.upper AS wide_b
FROM upper AS x
JOIN upper AS y ON y.a = x.a AND y.b = x.b AND y.upper > x.upper

-- name: around
-- Which cells lie around which? A wider group has a total where the other one has a value.
-- in:  cells (cell, one, two, three, a, b), wider_sets (a, b, wide_a, wide_b)
-- out: cell, wide
SELECT c.cell, w.cell AS wide
FROM cells AS c
JOIN wider_sets AS s ON s.a = c.a AND s.b = c.b
JOIN cells AS w
  ON w.a = s.wide_a AND w.b = s.wide_b
  AND (w.one = '' OR w.one = c.one) AND (w.two = '' OR w.two = c.two) AND (w.three = '' OR w.three = c.three)
WHERE w.cell <> c.cell

-- name: differences
-- Of how many pairs of these is the wider one a few more, or less?
-- in:  around (cell, wide), cells (cell, low, high)
-- out: small, negative
SELECT
  count(CASE WHEN w.low - c.high >= 1 AND w.high - c.low < $k THEN 1 END) AS small,
  count(CASE WHEN w.high < c.low THEN 1 END) AS negative
FROM around AS p
JOIN cells AS c ON c.cell = p.cell
JOIN cells AS w ON w.cell = p.wide

-- name: neither
-- Of how many pairs of items do a few of a group hold neither? All less both items and what they share, where all four are
-- shown.
-- in:  cells (one, two, three, a, b, low, high)
-- out: n
SELECT count(*) AS n
FROM cells AS p
JOIN cells AS x ON x.a = p.a AND x.b = '' AND x.one = p.one AND x.two = p.two AND x.three = p.three
JOIN cells AS y ON y.a = p.b AND y.b = '' AND y.one = p.one AND y.two = p.two AND y.three = p.three
JOIN cells AS g ON g.a = '' AND g.b = '' AND g.one = p.one AND g.two = p.two AND g.three = p.three
WHERE
  p.b <> ''
  AND g.low - x.high - y.high + p.low >= 1
  AND g.high - x.low - y.low + p.high < $k

-- name: must_share
-- Of how many pairs that are not shown must a few of a group hold both items, if what is not shown is less than $k? Where
-- pairs are shown at all; an item and a label over it are no pair.
-- in:  cells (one, two, three, a, b, low, high), above (label, upper)
-- out: n
SELECT count(*) AS n
FROM cells AS x
JOIN cells AS y
  ON y.one = x.one AND y.two = x.two AND y.three = x.three AND y.a > x.a AND y.b = '' AND x.b = '' AND x.a <> ''
JOIN cells AS g ON g.a = '' AND g.b = '' AND g.one = x.one AND g.two = x.two AND g.three = x.three
SEMI JOIN (SELECT one, two, three FROM cells WHERE b <> '') AS q
  ON q.one = x.one AND q.two = x.two AND q.three = x.three
ANTI JOIN cells AS p ON p.a = x.a AND p.b = y.a AND p.one = x.one AND p.two = x.two AND p.three = x.three
ANTI JOIN above AS u ON u.label = x.a AND u.upper = y.a
ANTI JOIN above AS d ON d.label = y.a AND d.upper = x.a
WHERE x.low + y.low - g.high BETWEEN 1 AND $k - 1

-- name: parts
-- The parts of each total along each column that adds up, shown or not.
-- in:  cells (cell, one, two, three, a, b, low, high), adding_up (place)
-- out: total, place, one, two, three, a, b
SELECT t.cell AS total, p.place, v.value AS one, t.two, t.three, t.a, t.b
FROM cells AS t
JOIN adding_up AS p ON p.place = 1
CROSS JOIN (SELECT DISTINCT one AS value FROM cells WHERE one <> '') AS v
WHERE t.one = ''
UNION ALL
SELECT t.cell AS total, p.place, t.one, v.value AS two, t.three, t.a, t.b
FROM cells AS t
JOIN adding_up AS p ON p.place = 2
CROSS JOIN (SELECT DISTINCT two AS value FROM cells WHERE two <> '') AS v
WHERE t.two = ''
UNION ALL
SELECT t.cell AS total, p.place, t.one, t.two, v.value AS three, t.a, t.b
FROM cells AS t
JOIN adding_up AS p ON p.place = 3
CROSS JOIN (SELECT DISTINCT three AS value FROM cells WHERE three <> '') AS v
WHERE t.three = ''

-- name: ranges
-- What can each cell be, and each part that is not shown? $most: what is not shown is at most that.
-- in:  cells (cell, one, two, three, a, b, low, high), parts (one, two, three, a, b)
-- out: one, two, three, a, b, low, high, shown
SELECT one, two, three, a, b, low, high, 1 AS shown FROM cells
UNION ALL
SELECT DISTINCT p.one, p.two, p.three, p.a, p.b, CAST(0 AS BIGINT) AS low, CAST($most AS BIGINT) AS high, 0 AS shown
FROM parts AS p
ANTI JOIN cells AS c
  ON c.one = p.one AND c.two = p.two AND c.three = p.three AND c.a = p.a AND c.b = p.b

-- name: sums
-- Each total and its parts along a column: what they can be, and what is left without those that are shown.
-- in:  parts (total, place, one, two, three, a, b), ranges (one, two, three, a, b, low, high, shown)
-- out: total, place, low, high, shown_low, shown_high, hidden
SELECT
  p.total,
  p.place,
  CAST(sum(r.low) AS BIGINT) AS low,
  CAST(sum(r.high) AS BIGINT) AS high,
  CAST(sum(CASE WHEN r.shown = 1 THEN r.low ELSE 0 END) AS BIGINT) AS shown_low,
  CAST(sum(CASE WHEN r.shown = 1 THEN r.high ELSE 0 END) AS BIGINT) AS shown_high,
  count(CASE WHEN r.shown = 0 THEN 1 END) AS hidden
FROM parts AS p
JOIN ranges AS r ON r.one = p.one AND r.two = p.two AND r.three = p.three AND r.a = p.a AND r.b = p.b
GROUP BY p.total, p.place

-- name: unnamed_groups
-- Along which columns is a total more than its parts can be? There are groups that no cell names.
-- in:  sums (total, place, high), cells (cell, low)
-- out: place
SELECT DISTINCT s.place FROM sums AS s JOIN cells AS c ON c.cell = s.total WHERE c.low > s.high

-- name: narrowed
-- What can each of them be by the other parts of its totals? Along columns all of whose groups are named.
-- in:  ranges (one, two, three, a, b, low, high, shown), parts (total, place, one, two, three, a, b), sums (total, place, low, high),
--      totals (cell, one, two, three, a, b), named (place)
-- out: one, two, three, a, b, low, high, shown
SELECT
  r.one,
  r.two,
  r.three,
  r.a,
  r.b,
  greatest(r.low, coalesce(max(CASE WHEN m.place IS NULL THEN r.low ELSE t.low - s.high + r.high END), r.low),
    coalesce(max(o.low), r.low)) AS low,
  least(r.high, coalesce(min(t.high - s.low + r.low), r.high),
    coalesce(min(CASE WHEN w.place IS NULL THEN r.high ELSE o.high END), r.high)) AS high,
  r.shown
FROM ranges AS r
LEFT JOIN parts AS p ON p.one = r.one AND p.two = r.two AND p.three = r.three AND p.a = r.a AND p.b = r.b
LEFT JOIN sums AS s ON s.total = p.total AND s.place = p.place
LEFT JOIN named AS m ON m.place = p.place
LEFT JOIN totals AS c ON c.cell = p.total
LEFT JOIN ranges AS t ON t.one = c.one AND t.two = c.two AND t.three = c.three AND t.a = c.a AND t.b = c.b
LEFT JOIN totals AS i ON i.one = r.one AND i.two = r.two AND i.three = r.three AND i.a = r.a AND i.b = r.b
LEFT JOIN sums AS o ON o.total = i.cell
LEFT JOIN named AS w ON w.place = o.place
GROUP BY r.one, r.two, r.three, r.a, r.b, r.low, r.high, r.shown

-- name: changes
-- How many ranges are narrower now, and how many are none?
-- in:  ranges (one, two, three, a, b, low, high), narrowed (one, two, three, a, b, low, high)
-- out: narrower, empty
SELECT
  count(CASE WHEN n.low > r.low OR n.high < r.high THEN 1 END) AS narrower,
  count(CASE WHEN n.low > n.high THEN 1 END) AS empty
FROM ranges AS r
JOIN narrowed AS n ON n.one = r.one AND n.two = r.two AND n.three = r.three AND n.a = r.a AND n.b = r.b

-- name: all_cells
-- Cells and parts with what they can be, as cells.
-- in:  ranges (one, two, three, a, b, low, high)
-- out: cell, one, two, three, a, b, low, high
SELECT
  CAST(row_number() OVER (ORDER BY one, two, three, a, b) AS BIGINT) AS cell, one, two, three, a, b, low, high
FROM ranges

-- name: left_over
-- Of how many totals are a few left without the parts that are shown, and how many cells that are not shown are a few?
-- in:  sums (total, shown_low, shown_high), cells (cell, low, high), ranges (low, high, shown)
-- out: remainders, hidden
SELECT
  (
    SELECT count(*)
    FROM sums AS s
    JOIN cells AS c ON c.cell = s.total
    WHERE c.low - s.shown_high >= 1 AND c.high - s.shown_low < $k
  ) AS remainders,
  count(CASE WHEN r.shown = 0 AND r.low >= 1 AND r.high < $k THEN 1 END) AS hidden
FROM ranges AS r
