-- A table of counts as cells: each line counts the records (persons) that hold a set of labels. An item is a label, and so
-- is the value of a column of groups; a total lacks the one of its column. Sets that begin alike share their first nodes: a
-- set is the last node of its labels in order, items before groups; 0 is the empty set.
-- phase: reading the table of counts

-- name: labels
-- Number the labels, items first.
-- in:  line_labels (line, place, name)
-- out: label, place (0: an item; else the column of groups), name
SELECT CAST(row_number() OVER (ORDER BY l.place, l.name) AS INTEGER) AS label, l.place, l.name
FROM (SELECT DISTINCT place, name FROM line_labels) AS l

-- name: above
-- Which labels hold for whoever holds a label? Itself, and those over an item in the tree.
-- in:  labels (label, place, name), tree (name, upper)
-- out: label, upper
SELECT label, label AS upper FROM labels
UNION ALL
SELECT l.label, u.label AS upper
FROM tree AS t
JOIN labels AS l ON l.name = t.name AND l.place = 0
JOIN labels AS u ON u.name = t.upper AND u.place = 0

-- name: parts_of_totals
-- Which cells would split up a total? Each line without a value in a column, with each value of that column.
-- in:  line_labels (line, place, name), line_counts (line, n), labels (place, name)
-- out: line, place, value
SELECT c.line, v.place, v.name AS value
FROM line_counts AS c
CROSS JOIN (SELECT place, name FROM labels WHERE place > 0) AS v
LEFT JOIN line_labels AS g ON g.line = c.line AND g.place = v.place
WHERE g.line IS NULL AND c.n IS NOT NULL

-- name: numbered_parts
-- Each of these cells as a line of its own, which shows no count.
-- in:  parts (line, place, value)
-- out: part (a new line, from $last on), line, place, value
SELECT CAST($last AS BIGINT) + row_number() OVER (ORDER BY line, place, value) AS part, line, place, value
FROM parts

-- name: labels_of_parts
-- The labels of these lines: those of the total, and the value.
-- in:  line_labels (line, place, name), parts (part, line, place, value)
-- out: line, place, name
SELECT p.part AS line, l.place, l.name
FROM parts AS p
JOIN line_labels AS l ON l.line = p.line
UNION ALL
SELECT part AS line, place, value AS name FROM parts

-- name: all_at_root
-- All lines begin at the empty set.
-- in:  lines (line)
-- out: line, node (0)
SELECT DISTINCT line, CAST(0 AS INTEGER) AS node FROM lines

-- name: members
-- The labels of each line, in order.
-- in:  line_labels (line, place, name), labels (label, place, name)
-- out: line, label, rank (from 1), size
SELECT
  m.line,
  m.label,
  CAST(row_number() OVER (PARTITION BY m.line ORDER BY m.label) AS INTEGER) AS rank,
  CAST(count(*) OVER (PARTITION BY m.line) AS INTEGER) AS size
FROM (
  SELECT DISTINCT n.line, l.label
  FROM line_labels AS n
  JOIN labels AS l ON l.place = n.place AND l.name = n.name
) AS m

-- name: children
-- Which nodes come below those where lines stand?
-- in:  standing (line, node), members (line, label, rank)
-- out: node (a new one, from $last on), parent, label
SELECT CAST($last + row_number() OVER (ORDER BY c.parent, c.label) AS INTEGER) AS node, c.parent, c.label
FROM (
  SELECT DISTINCT s.node AS parent, m.label
  FROM standing AS s
  JOIN members AS m ON m.line = s.line AND m.rank = $rank
) AS c

-- name: steps
-- Where do lines stand that have another label?
-- in:  standing (line, node), members (line, label, rank), children (node, parent, label)
-- out: line, node
SELECT s.line, c.node
FROM standing AS s
JOIN members AS m ON m.line = s.line AND m.rank = $rank
JOIN children AS c ON c.parent = s.node AND c.label = m.label

-- name: ended
-- Which lines have no label after these?
-- in:  standing (line, node), members (line, rank, size)
-- out: line, node
SELECT s.line, s.node
FROM standing AS s
JOIN members AS m ON m.line = s.line AND m.rank = $rank AND m.size = $rank

-- name: without_labels
-- Which lines have no label at all?
-- in:  lines (line), line_labels (line)
-- out: line, node (0)
SELECT DISTINCT l.line, CAST(0 AS INTEGER) AS node
FROM lines AS l
ANTI JOIN line_labels AS n ON n.line = l.line

-- name: cells
-- What does each cell show? Where several lines have the same labels, one that shows a count says it.
-- in:  sets (line, node), line_counts (line, n)
-- out: node, n (missing: it is not shown), others (how many more counts it shows)
SELECT s.node, max(c.n) AS n, CAST(greatest(count(DISTINCT c.n), 1) - 1 AS INTEGER) AS others
FROM sets AS s
LEFT JOIN line_counts AS c ON c.line = s.line
GROUP BY s.node

-- name: conflicts
-- How many cells show several counts?
-- in:  cells (others)
-- out: n
SELECT count(*) AS n FROM cells WHERE others > 0

-- name: sizes
-- Of how many items, and of how many groups, is each cell?
-- in:  cells (node), set_labels (node, label), labels (label, place)
-- out: node, items, groups
SELECT
  c.node,
  CAST(count(CASE WHEN l.place = 0 THEN 1 END) AS INTEGER) AS items,
  CAST(count(CASE WHEN l.place > 0 THEN 1 END) AS INTEGER) AS groups
FROM cells AS c
LEFT JOIN set_labels AS s ON s.node = c.node
LEFT JOIN labels AS l ON l.label = s.label
GROUP BY c.node

-- name: set_labels
-- The labels of each cell.
-- in:  sets (line, node), members (line, label)
-- out: node, label
SELECT DISTINCT s.node, m.label
FROM sets AS s
JOIN members AS m ON m.line = s.line

-- name: asked
-- The cells of lines that were asked for, and show no count.
-- in:  sets (line, node), asked_lines (line)
-- out: node
SELECT DISTINCT s.node
FROM sets AS s
SEMI JOIN asked_lines AS a ON a.line = s.line
