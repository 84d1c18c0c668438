-- Does a small count follow from a table of counts? A cell is a group (up to three columns) and an itemset: up to three labels
-- in order, '' where there is none. Wider cells are looked up: fewer groups, and of its labels and those over them none, one,
-- two or three.
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
-- in:  texts (one, two, three, a, b, c, n)
-- out: line, one, two, three, a, b, c, n; '' where there is none
-- only: duckdb, because it alone reads files
SELECT row_number() OVER () AS line, one, two, three, a, b, c, CAST(n AS BIGINT) AS n FROM texts

-- name: line_labels
-- The labels of each line.
-- in:  lines (line, a, b, c)
-- out: line, label
SELECT line, a AS label FROM lines WHERE a <> ''
UNION
SELECT line, b AS label FROM lines WHERE b <> ''
UNION
SELECT line, c AS label FROM lines WHERE c <> ''

-- name: sets
-- The same in order.
-- in:  line_labels (line, label)
-- out: line, a, b, c
SELECT
  m.line,
  max(CASE WHEN m.rank = 1 THEN m.label END) AS a,
  coalesce(max(CASE WHEN m.rank = 2 THEN m.label END), '') AS b,
  coalesce(max(CASE WHEN m.rank = 3 THEN m.label END), '') AS c
FROM (SELECT line, label, row_number() OVER (PARTITION BY line ORDER BY label) AS rank FROM line_labels) AS m
GROUP BY m.line

-- name: itemsets
-- Number the itemsets, from none at all on.
-- in:  sets (a, b, c)
-- out: itemset (from 0), a, b, c, size
SELECT
  row_number() OVER (ORDER BY u.a, u.b, u.c) - 1 AS itemset,
  u.a,
  u.b,
  u.c,
  CASE WHEN u.c <> '' THEN 3 WHEN u.b <> '' THEN 2 WHEN u.a <> '' THEN 1 ELSE 0 END AS size
FROM (
  SELECT a, b, c FROM sets
  UNION
  SELECT '' AS a, '' AS b, '' AS c
) AS u

-- name: labels_of
-- The labels of each itemset.
-- in:  itemsets (itemset, a, b, c)
-- out: itemset, label
SELECT itemset, a AS label FROM itemsets WHERE a <> ''
UNION ALL
SELECT itemset, b AS label FROM itemsets WHERE b <> ''
UNION ALL
SELECT itemset, c AS label FROM itemsets WHERE c <> ''

-- name: numbers
-- Which itemset is each of these?
-- in:  sets (line, a, b, c), itemsets (itemset, a, b, c)
-- out: line, itemset
SELECT s.line, i.itemset
FROM sets AS s
JOIN itemsets AS i ON i.a = s.a AND i.b = s.b AND i.c = s.c

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
-- in:  lines (line, one, two, three, n), numbers (line, itemset)
-- out: cell, one, two, three, itemset, low, high
SELECT
  l.line AS cell,
  l.one,
  l.two,
  l.three,
  coalesce(m.itemset, 0) AS itemset,
  l.n AS low,
  l.n + $step - 1 AS high
FROM lines AS l
LEFT JOIN numbers AS m ON m.line = l.line

-- name: faulty_cells
-- How many cells are shown twice, are under $k, or are no multiple of $step?
-- in:  cells (one, two, three, itemset, low)
-- out: twice, small, odd
SELECT
  (SELECT count(*) FROM (SELECT 1 FROM cells GROUP BY one, two, three, itemset HAVING count(*) > 1) AS t) AS twice,
  count(CASE WHEN low < $k THEN 1 END) AS small,
  count(CASE WHEN low % $step <> 0 THEN 1 END) AS odd
FROM cells

-- name: wider_sets
-- Which itemsets lie around which, itself too? None, one, two or three of its labels and those over them.
-- in:  itemsets (itemset, a, b, c), labels_of (itemset, label), above (label, upper)
-- out: itemset, wide
WITH upper AS (
  SELECT DISTINCT l.itemset, u.upper
  FROM labels_of AS l
  JOIN above AS u ON u.label = l.label
)
SELECT w.itemset, i.itemset AS wide
FROM (
  SELECT itemset, '' AS a, '' AS b, '' AS c FROM itemsets
  UNION ALL
  SELECT itemset, upper AS a, '' AS b, '' AS c FROM upper
  UNION ALL
  SELECT x.itemset, x.upper AS a, y.upper AS b, '' AS c
  FROM upper AS x
  JOIN upper AS y ON y.itemset = x.itemset AND y.upper > x.upper
  UNION ALL
  SELECT x.itemset, x.upper AS a, y.upper AS b, z.upper AS c
  FROM upper AS x
  JOIN upper AS y ON y.itemset = x.itemset AND y.upper > x.upper
  JOIN upper AS z ON z.itemset = x.itemset AND z.upper > y.upper
) AS w
JOIN itemsets AS i ON i.a = w.a AND i.b = w.b AND i.c = w.c

-- name: around
-- Which cells lie around which? A wider group has a total where the other one has a value.
-- in:  cells (cell, one, two, three, itemset), wider_sets (itemset, wide)
-- out: cell, wide
SELECT c.cell, w.cell AS wide
FROM cells AS c
JOIN wider_sets AS s ON s.itemset = c.itemset
JOIN cells AS w
  ON w.itemset = s.wide
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

-- name: signs
-- Between a set and one with two or three labels more: each set that holds the one and lies in the other, counted with a sign.
-- in:  within (itemset, wide: of its own labels), itemsets (itemset, size)
-- out: itemset (the largest), base (the smallest), between, sign, terms (so many there are in all)
SELECT
  o.itemset,
  i.wide AS base,
  o.wide AS between,
  CASE WHEN (m.size - b.size) % 2 = 0 THEN 1 ELSE -1 END AS sign,
  CASE WHEN a.size - b.size = 2 THEN 4 ELSE 8 END AS terms
FROM within AS o
JOIN within AS i ON i.itemset = o.wide
JOIN itemsets AS a ON a.itemset = o.itemset
JOIN itemsets AS m ON m.itemset = o.wide
JOIN itemsets AS b ON b.itemset = i.wide
WHERE a.size - b.size >= 2

-- name: none_of
-- How many times do a few of a group hold a set, and none of two or three other labels? Where all that is summed is shown.
-- in:  signs (itemset, base, between, sign, terms), cells (cell, one, two, three, itemset, low, high, shown)
-- out: n
SELECT count(*) AS n
FROM (
  SELECT 1 AS one
  FROM cells AS x
  JOIN signs AS s ON s.itemset = x.itemset
  JOIN cells AS t
    ON t.itemset = s.between AND t.one = x.one AND t.two = x.two AND t.three = x.three AND t.shown = 1
  GROUP BY x.cell, s.base, s.terms
  HAVING
    count(*) = s.terms
    AND sum(CASE WHEN s.sign = 1 THEN t.low ELSE -t.high END) >= 1
    AND sum(CASE WHEN s.sign = 1 THEN t.high ELSE -t.low END) < $k
) AS few

-- name: groups
-- Of which groups is it shown how many there are?
-- in:  cells (one, two, three, itemset, shown), itemsets (itemset, size)
-- out: one, two, three
SELECT c.one, c.two, c.three
FROM cells AS c
JOIN itemsets AS i ON i.itemset = c.itemset AND i.size = 0
WHERE c.shown = 1

-- name: groups_of_pairs
-- Of which groups are pairs shown?
-- in:  cells (one, two, three, itemset, shown), itemsets (itemset, size)
-- out: one, two, three
SELECT DISTINCT c.one, c.two, c.three
FROM cells AS c
JOIN itemsets AS i ON i.itemset = c.itemset AND i.size = 2
WHERE c.shown = 1

-- name: must_share
-- Of how many pairs that are not shown must a few of a group hold both items, if what is not shown is less than $k? Of groups
-- whose pairs are all counted; an item and a label over it are no pair.
-- in:  cells (one, two, three, itemset, low, high, shown), itemsets (itemset, a, b, size), above (label, upper),
--      all_pairs (one, two, three)
-- out: n
WITH singles AS (
  SELECT c.one, c.two, c.three, i.a, c.low
  FROM cells AS c
  JOIN itemsets AS i ON i.itemset = c.itemset AND i.size = 1
  SEMI JOIN all_pairs AS q ON q.one = c.one AND q.two = c.two AND q.three = c.three
  WHERE c.shown = 1
)
SELECT count(*) AS n
FROM singles AS x
JOIN singles AS y ON y.one = x.one AND y.two = x.two AND y.three = x.three AND y.a > x.a
JOIN cells AS g ON g.itemset = 0 AND g.one = x.one AND g.two = x.two AND g.three = x.three AND g.shown = 1
ANTI JOIN (
  SELECT c.one, c.two, c.three, i.a, i.b
  FROM cells AS c
  JOIN itemsets AS i ON i.itemset = c.itemset AND i.size = 2
  WHERE c.shown = 1
) AS p ON p.a = x.a AND p.b = y.a AND p.one = x.one AND p.two = x.two AND p.three = x.three
ANTI JOIN above AS u ON u.label = x.a AND u.upper = y.a
ANTI JOIN above AS d ON d.label = y.a AND d.upper = x.a
WHERE x.low + y.low - g.high BETWEEN 1 AND $k - 1

-- name: chosen
-- The itemsets of at least $least labels that were chosen.
-- in:  numbers (line, itemset), itemsets (itemset, size)
-- out: itemset
SELECT DISTINCT m.itemset
FROM numbers AS m
JOIN itemsets AS i ON i.itemset = m.itemset AND i.size >= $least
WHERE m.line < 0

-- name: halves
-- Which two sets make up a chosen one, and what lies in both?
-- in:  chosen (itemset), within (itemset, wide: of its own labels), labels_of (itemset, label)
-- out: itemset, half, other, common
SELECT x.itemset, x.wide AS half, y.wide AS other, c.wide AS common
FROM within AS x
JOIN within AS y ON y.itemset = x.itemset AND y.wide > x.wide AND y.wide <> y.itemset
JOIN within AS c ON c.itemset = x.wide
JOIN within AS d ON d.itemset = y.wide AND d.wide = c.wide
JOIN labels_of AS l ON l.itemset = x.itemset
LEFT JOIN labels_of AS a ON a.itemset = x.wide AND a.label = l.label
LEFT JOIN labels_of AS b ON b.itemset = y.wide AND b.label = l.label
SEMI JOIN chosen AS w ON w.itemset = x.itemset
WHERE x.wide <> x.itemset
GROUP BY x.itemset, x.wide, y.wide, c.wide
HAVING count(CASE WHEN a.label IS NULL AND b.label IS NULL THEN 1 END) = 0

-- name: must_share_chosen
-- How many times must a few of a group hold two sets that are shown, if the chosen one that they make up is not, and so is less
-- than $k?
-- in:  halves (itemset, half, other, common), cells (cell, one, two, three, itemset, low, high, shown)
-- out: n
SELECT count(*) AS n
FROM (
  SELECT 1 AS one
  FROM halves AS h
  JOIN cells AS x ON x.itemset = h.half AND x.shown = 1
  JOIN cells AS y
    ON y.itemset = h.other AND y.one = x.one AND y.two = x.two AND y.three = x.three AND y.shown = 1
  JOIN cells AS c
    ON c.itemset = h.common AND c.one = x.one AND c.two = x.two AND c.three = x.three AND c.shown = 1
  ANTI JOIN (SELECT itemset, one, two, three FROM cells WHERE shown = 1) AS w
    ON w.itemset = h.itemset AND w.one = x.one AND w.two = x.two AND w.three = x.three
  GROUP BY x.cell, y.cell
  HAVING max(x.low + y.low - c.high) BETWEEN 1 AND $k - 1
) AS few

-- name: parts
-- The parts of each total along each column that adds up, shown or not.
-- in:  cells (cell, one, two, three, itemset, low, high), adding_up (place)
-- out: total, place, one, two, three, itemset
SELECT t.cell AS total, p.place, v.value AS one, t.two, t.three, t.itemset
FROM cells AS t
JOIN adding_up AS p ON p.place = 1
CROSS JOIN (SELECT DISTINCT one AS value FROM cells WHERE one <> '') AS v
WHERE t.one = ''
UNION ALL
SELECT t.cell AS total, p.place, t.one, v.value AS two, t.three, t.itemset
FROM cells AS t
JOIN adding_up AS p ON p.place = 2
CROSS JOIN (SELECT DISTINCT two AS value FROM cells WHERE two <> '') AS v
WHERE t.two = ''
UNION ALL
SELECT t.cell AS total, p.place, t.one, t.two, v.value AS three, t.itemset
FROM cells AS t
JOIN adding_up AS p ON p.place = 3
CROSS JOIN (SELECT DISTINCT three AS value FROM cells WHERE three <> '') AS v
WHERE t.three = ''

-- name: ranges
-- What can each cell be, and each part that is not shown? $most: what is not shown is at most that.
-- in:  cells (cell, one, two, three, itemset, low, high), parts (one, two, three, itemset)
-- out: one, two, three, itemset, low, high, shown
SELECT one, two, three, itemset, low, high, 1 AS shown FROM cells
UNION ALL
SELECT DISTINCT p.one, p.two, p.three, p.itemset, CAST(0 AS BIGINT) AS low, CAST($most AS BIGINT) AS high, 0 AS shown
FROM parts AS p
ANTI JOIN cells AS c
  ON c.one = p.one AND c.two = p.two AND c.three = p.three AND c.itemset = p.itemset

-- name: sums
-- Each total and its parts along a column: what they can be, and what is left without those that are shown.
-- in:  parts (total, place, one, two, three, itemset), ranges (one, two, three, itemset, low, high, shown)
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
JOIN ranges AS r ON r.one = p.one AND r.two = p.two AND r.three = p.three AND r.itemset = p.itemset
GROUP BY p.total, p.place

-- name: unnamed_groups
-- Along which columns is a total more than its parts can be? There are groups that no cell names.
-- in:  sums (total, place, high), cells (cell, low)
-- out: place
SELECT DISTINCT s.place FROM sums AS s JOIN cells AS c ON c.cell = s.total WHERE c.low > s.high

-- name: narrowed
-- What can each of them be by the other parts of its totals? Along columns all of whose groups are named.
-- in:  ranges (one, two, three, itemset, low, high, shown), parts (total, place, one, two, three, itemset), sums (total, place, low, high),
--      totals (cell, one, two, three, itemset), named (place)
-- out: one, two, three, itemset, low, high, shown
SELECT
  r.one,
  r.two,
  r.three,
  r.itemset,
  greatest(r.low, coalesce(max(CASE WHEN m.place IS NULL THEN r.low ELSE t.low - s.high + r.high END), r.low),
    coalesce(max(o.low), r.low)) AS low,
  least(r.high, coalesce(min(t.high - s.low + r.low), r.high),
    coalesce(min(CASE WHEN w.place IS NULL THEN r.high ELSE o.high END), r.high)) AS high,
  r.shown
FROM ranges AS r
LEFT JOIN parts AS p ON p.one = r.one AND p.two = r.two AND p.three = r.three AND p.itemset = r.itemset
LEFT JOIN sums AS s ON s.total = p.total AND s.place = p.place
LEFT JOIN named AS m ON m.place = p.place
LEFT JOIN totals AS c ON c.cell = p.total
LEFT JOIN ranges AS t ON t.one = c.one AND t.two = c.two AND t.three = c.three AND t.itemset = c.itemset
LEFT JOIN totals AS i ON i.one = r.one AND i.two = r.two AND i.three = r.three AND i.itemset = r.itemset
LEFT JOIN sums AS o ON o.total = i.cell
LEFT JOIN named AS w ON w.place = o.place
GROUP BY r.one, r.two, r.three, r.itemset, r.low, r.high, r.shown

-- name: changes
-- How many ranges are narrower now, and how many are none?
-- in:  ranges (one, two, three, itemset, low, high), narrowed (one, two, three, itemset, low, high)
-- out: narrower, empty
SELECT
  count(CASE WHEN n.low > r.low OR n.high < r.high THEN 1 END) AS narrower,
  count(CASE WHEN n.low > n.high THEN 1 END) AS empty
FROM ranges AS r
JOIN narrowed AS n ON n.one = r.one AND n.two = r.two AND n.three = r.three AND n.itemset = r.itemset

-- name: all_cells
-- Cells and parts with what they can be, as cells.
-- in:  ranges (one, two, three, itemset, low, high, shown)
-- out: cell, one, two, three, itemset, low, high, shown
SELECT
  CAST(row_number() OVER (ORDER BY one, two, three, itemset) AS BIGINT) AS cell, one, two, three, itemset, low, high, shown
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
