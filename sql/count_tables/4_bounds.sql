-- What can each count be? What is shown is known, or known but for the rounding; what is not shown lies from 0 to what such
-- counts may be. Where parts add up to a total, each of them is the total less the others, round by round.
-- phase: deriving what counts can be

-- name: first
-- What can each count be by itself? $step: what is shown is rounded down to multiples of it; $most: what is not shown is at
-- most that.
-- in:  cells (node, n)
-- out: node, low, high
SELECT
  node,
  CAST(coalesce(n, 0) AS BIGINT) AS low,
  CAST(coalesce(n + $step - 1, $most) AS BIGINT) AS high
FROM cells

-- name: lines
-- Which cells are the parts of which total, along which column?
-- in:  subsets (node, part, items, groups), set_labels (node, label), labels (label, place), adding_up (place), cells (node, n)
-- out: total, place, node
SELECT s.part AS total, l.place, s.node
FROM subsets AS s
JOIN cells AS t ON t.node = s.part AND t.n IS NOT NULL
JOIN set_labels AS m ON m.node = s.node
JOIN labels AS l ON l.label = m.label
JOIN adding_up AS a ON a.place = l.place
LEFT JOIN set_labels AS o ON o.node = s.part AND o.label = m.label
WHERE s.items = 0 AND s.groups = 1 AND o.node IS NULL

-- name: sums
-- What do the parts of each total add up to? Where a column may have groups that no line names, they are at least that.
-- in:  lines (total, place, node), bounds (node, low, high), complete (place)
-- out: total, place, low, high (at least $most where there may be others)
SELECT
  i.total,
  i.place,
  CAST(sum(b.low) AS BIGINT) AS low,
  CAST(sum(b.high) AS BIGINT) + CASE WHEN max(c.place) IS NULL THEN CAST($most AS BIGINT) ELSE 0 END AS high
FROM lines AS i
JOIN bounds AS b ON b.node = i.node
LEFT JOIN complete AS c ON c.place = i.place
GROUP BY i.total, i.place

-- name: incomplete
-- Which columns have groups that no line names? There a total is more than its parts can be.
-- in:  sums (total, place, high), bounds (node, low)
-- out: place
SELECT DISTINCT s.place
FROM sums AS s
JOIN bounds AS b ON b.node = s.total
WHERE b.low > s.high

-- name: narrower
-- What can each count be by what the others of its lines can be?
-- in:  lines (total, place, node), bounds (node, low, high), sums (total, place, low, high)
-- out: node, low, high
SELECT n.node, CAST(max(n.low) AS BIGINT) AS low, CAST(min(n.high) AS BIGINT) AS high
FROM (
  SELECT node, low, high FROM bounds
  UNION ALL
  SELECT i.node, t.low - (s.high - p.high) AS low, t.high - (s.low - p.low) AS high
  FROM lines AS i
  JOIN sums AS s ON s.total = i.total AND s.place = i.place
  JOIN bounds AS t ON t.node = i.total
  JOIN bounds AS p ON p.node = i.node
  UNION ALL
  SELECT total AS node, low, high FROM sums
) AS n
GROUP BY n.node

-- name: narrowed
-- How many counts are told more exactly than before, and how many can be nothing at all?
-- in:  bounds (node, low, high), narrower (node, low, high)
-- out: narrowed, impossible
SELECT
  count(CASE WHEN n.low > b.low OR n.high < b.high THEN 1 END) AS narrowed,
  count(CASE WHEN n.low > n.high THEN 1 END) AS impossible
FROM bounds AS b
JOIN narrower AS n ON n.node = b.node

-- name: larger
-- How many counts are larger than that of a cell around them?
-- in:  pairs (holder, node), bounds (node, low, high)
-- out: n
SELECT count(*) AS n
FROM pairs AS p
JOIN bounds AS w ON w.node = p.node
JOIN bounds AS n ON n.node = p.holder
WHERE n.low > w.high
