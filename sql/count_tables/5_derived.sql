-- Which counts from 1 to k - 1 follow from the table? Counts that are shown (or follow from lines); a wider cell less a
-- narrower one; alternating sums of cells; what is left of a total; two items that are both in most records.
-- Each of them is who holds one cell, and none of some others.
-- phase: deriving small counts

-- name: small
-- Which counts are small themselves?
-- in:  cells (node, n), bounds (node, low, high)
-- out: node, low, high, shown (1: it is shown)
SELECT b.node, b.low, b.high, CASE WHEN c.n IS NULL THEN 0 ELSE 1 END AS shown
FROM bounds AS b
JOIN cells AS c ON c.node = b.node
WHERE b.low >= 1 AND b.high < $k

-- name: differences
-- Which wider cells have a few more than a narrower one?
-- in:  pairs (holder, node), bounds (node, low, high)
-- out: node (the wider cell), other (the narrower one), low, high
SELECT p.node, p.holder AS other, w.low - n.high AS low, w.high - n.low AS high
FROM pairs AS p
JOIN bounds AS w ON w.node = p.node
JOIN bounds AS n ON n.node = p.holder
WHERE p.node <> p.holder AND w.low - n.high >= 1 AND w.high - n.low < $k

-- name: sums
-- How many hold a set P and none of the other items of a set X? The alternating sum of all sets between them, where all are
-- shown.
-- in:  subsets (node, part, items, groups), bounds (node, low, high), cells (node, n)
-- out: node (P), other (X), low, high
SELECT d.node, d.other, d.low, d.high
FROM (
  SELECT
    l.part AS node,
    h.node AS other,
    max(h.items + l.items) AS away,
    count(*) AS terms,
    CAST(sum(CASE WHEN l.items % 2 = 0 THEN b.low ELSE -b.high END) AS BIGINT) AS low,
    CAST(sum(CASE WHEN l.items % 2 = 0 THEN b.high ELSE -b.low END) AS BIGINT) AS high
  FROM subsets AS h
  JOIN subsets AS l ON l.node = h.part AND l.groups = 0
  JOIN (
    SELECT r.node, r.low, r.high
    FROM bounds AS r
    JOIN cells AS c ON c.node = r.node AND c.n IS NOT NULL
  ) AS b ON b.node = h.part
  WHERE h.groups = 0 AND h.items + l.items BETWEEN 2 AND $most
  GROUP BY l.part, h.node
) AS d
WHERE d.terms = power(2, d.away) AND d.low >= 1 AND d.high < $k

-- name: remainders
-- Of which totals is little left without the parts that are shown?
-- in:  lines (total, place, node), cells (node, n), bounds (node, low, high)
-- out: node (the total), other (the column), low, high, hidden (parts that are not shown)
SELECT r.total AS node, r.place AS other, b.low - r.high AS low, b.high - r.low AS high, r.hidden
FROM (
  SELECT
    i.total,
    i.place,
    sum(CASE WHEN c.n IS NULL THEN 0 ELSE p.low END) AS low,
    sum(CASE WHEN c.n IS NULL THEN 0 ELSE p.high END) AS high,
    count(CASE WHEN c.n IS NULL THEN 1 END) AS hidden
  FROM lines AS i
  JOIN cells AS c ON c.node = i.node
  JOIN bounds AS p ON p.node = i.node
  GROUP BY i.total, i.place
) AS r
JOIN bounds AS b ON b.node = r.total
WHERE b.low - r.high >= 1 AND b.high - r.low < $k

-- name: told_by_lines
-- Which small counts that are not shown are what is left of a total, as its only part?
-- in:  small (node, shown), remainders (node, other, hidden), lines (total, place, node)
-- out: node
SELECT DISTINCT s.node
FROM small AS s
JOIN lines AS i ON i.node = s.node
JOIN remainders AS r ON r.node = i.total AND r.other = i.place AND r.hidden = 1
WHERE s.shown = 0

-- name: shown_subsets
-- Those of two cells that are both shown.
-- in:  subsets (node, part, items, groups), cells (node, n)
-- out: node, part, items, groups
SELECT s.node, s.part, s.items, s.groups
FROM subsets AS s
JOIN cells AS c ON c.node = s.node AND c.n IS NOT NULL
JOIN cells AS p ON p.node = s.part AND p.n IS NOT NULL

-- name: with_larger
-- Over which cells are sets of two items more shown? There those that are not are less than k, by the rule.
-- in:  subsets (node, part, items, groups: of cells that are shown)
-- out: part
SELECT DISTINCT part FROM subsets WHERE items = 2 AND groups = 0

-- name: all_of_groups
-- The cells that count all of a group.
-- in:  cells (node, n), set_labels (node, label), labels (label, place)
-- out: part (such a cell)
SELECT c.node AS part
FROM cells AS c
ANTI JOIN (
  SELECT s.node
  FROM set_labels AS s
  JOIN labels AS l ON l.label = s.label AND l.place = 0
) AS i ON i.node = c.node
WHERE c.n IS NOT NULL

-- name: both
-- Which two sets, each of one item more than a third, must a few hold together, though that is not shown and so is less than $k?
-- An item and a label over it are no pair.
-- in:  subsets (node, part, items, groups: of cells that are shown), bounds (node, low, high), pairs (holder, node),
--      telling (part: cells over which what is not shown is less than k)
-- out: node, other (the cells of both), low, high
WITH singles AS (
  SELECT s.node, s.part, b.low, t.high AS all_high
  FROM subsets AS s
  JOIN bounds AS b ON b.node = s.node
  JOIN bounds AS t ON t.node = s.part
  SEMI JOIN telling AS p ON p.part = s.part
  WHERE s.items = 1 AND s.groups = 0
)
SELECT x.node, y.node AS other, x.low + y.low - x.all_high AS low, CAST($k - 1 AS BIGINT) AS high
FROM singles AS x
JOIN singles AS y ON y.part = x.part AND y.node > x.node AND x.low + y.low > x.all_high
ANTI JOIN pairs AS up ON up.holder = x.node AND up.node = y.node
ANTI JOIN pairs AS down ON down.holder = y.node AND down.node = x.node
ANTI JOIN (
  SELECT a.part AS one, b.part AS two
  FROM subsets AS a
  JOIN subsets AS b ON b.node = a.node AND b.part > a.part
  WHERE a.items = 1 AND b.items = 1 AND a.groups = 0 AND b.groups = 0
) AS shown ON shown.one = x.node AND shown.two = y.node
WHERE x.low + y.low - x.all_high < $k

-- name: parts_of_asked
-- The cells that are shown in each set that was asked for and is not.
-- in:  asked (node), subsets (node, part, items, groups), cells (node, n), bounds (node, low, high)
-- out: node (the set), part, less (so many items it lacks), low, high
SELECT s.node, s.part, s.items AS less, b.low, b.high
FROM subsets AS s
JOIN asked AS w ON w.node = s.node
JOIN cells AS c ON c.node = s.part AND c.n IS NOT NULL
JOIN bounds AS b ON b.node = s.part
WHERE s.groups = 0

-- name: both_of_asked
-- Which two sets that make up one that was asked for must a few hold together, by a third one that lies in both?
-- in:  parts_of_asked (node, part, less, low, high), subsets (node, part, groups), set_labels (node, label)
-- out: node, other (the cells of both), low, high
WITH halves AS (
  SELECT x.node, x.part, y.part AS other, x.low + y.low AS low
  FROM parts_of_asked AS x
  JOIN parts_of_asked AS y ON y.node = x.node AND y.part > x.part
  JOIN set_labels AS o ON o.node = y.part
  LEFT JOIN set_labels AS i ON i.node = x.part AND i.label = o.label
  GROUP BY x.node, x.part, y.part, x.less, x.low, y.low
  HAVING count(*) - count(i.label) = x.less
)
SELECT h.part AS node, h.other, CAST(max(h.low - c.high) AS BIGINT) AS low, CAST($k - 1 AS BIGINT) AS high
FROM halves AS h
JOIN parts_of_asked AS c ON c.node = h.node
JOIN subsets AS p ON p.node = h.part AND p.part = c.part AND p.groups = 0
JOIN subsets AS q ON q.node = h.other AND q.part = c.part AND q.groups = 0
GROUP BY h.part, h.other
HAVING max(h.low - c.high) BETWEEN 1 AND $k - 1

-- name: each_once
-- Both kinds of these, each once.
-- in:  of_counted (node, other, low, high), of_asked (node, other, low, high)
-- out: node, other, low, high
SELECT b.node, b.other, max(b.low) AS low, max(b.high) AS high
FROM (
  SELECT node, other, low, high FROM of_counted
  UNION ALL
  SELECT node, other, low, high FROM of_asked
) AS b
GROUP BY b.node, b.other

-- name: shown_small
-- Small counts that are shown.
-- in:  small (node, low, high, shown)
-- out: node, other (0), low, high
SELECT node, CAST(0 AS INTEGER) AS other, low, high FROM small WHERE shown = 1

-- name: lines
-- What is left of totals.
-- in:  remainders (node, other, low, high)
-- out: node, other (the column), low, high
SELECT node, other, CAST(low AS BIGINT) AS low, CAST(high AS BIGINT) AS high FROM remainders

-- name: hidden_small
-- Small counts that follow from several totals.
-- in:  small (node, low, high, shown), by_lines (node)
-- out: node, other (0), low, high
SELECT s.node, CAST(0 AS INTEGER) AS other, s.low, s.high
FROM small AS s
ANTI JOIN by_lines AS b ON b.node = s.node
WHERE s.shown = 0

-- name: shown
-- How many counts are shown?
-- in:  cells (n)
-- out: n
SELECT count(n) AS n FROM cells
