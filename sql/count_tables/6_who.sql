-- Who stands in a count that follows? Whoever holds the first cells, and none of the others.
-- phase: counting who stands in small counts

-- name: events
-- Number the counts of a kind.
-- in:  derived (node, other)
-- out: event (from $last on), node, other
SELECT CAST($last + row_number() OVER (ORDER BY node, other) AS BIGINT) AS event, node, other FROM derived

-- name: of_small
-- Each holds the cell itself.
-- in:  events (event, node)
-- out: event, node, held (1)
SELECT event, node, 1 AS held FROM events

-- name: of_differences
-- Each holds the wider cell, and not the narrower one.
-- in:  events (event, node, other)
-- out: event, node, held (1; 0: not held)
SELECT event, node, 1 AS held FROM events
UNION ALL
SELECT event, other AS node, 0 AS held FROM events

-- name: of_sums
-- Each holds P, and no other item of X.
-- in:  events (event, node, other), subsets (node, part, items, groups)
-- out: event, node, held
SELECT event, node, 1 AS held FROM events
UNION ALL
SELECT e.event, h.part AS node, 0 AS held
FROM events AS e
JOIN subsets AS h ON h.node = e.other AND h.groups = 0
JOIN subsets AS l ON l.node = h.part AND l.part = e.node AND l.items = 1 AND l.groups = 0

-- name: of_remainders
-- Each is counted in the total, and in none of its parts that are shown.
-- in:  events (event, node, other), lines (total, place, node), cells (node, n)
-- out: event, node, held
SELECT event, node, 1 AS held FROM events
UNION ALL
SELECT e.event, i.node, 0 AS held
FROM events AS e
JOIN lines AS i ON i.total = e.node AND i.place = e.other
JOIN cells AS c ON c.node = i.node AND c.n IS NOT NULL

-- name: of_both
-- Each holds both.
-- in:  events (event, node, other)
-- out: event, node, held (1)
SELECT event, node, 1 AS held FROM events
UNION ALL
SELECT event, other AS node, 1 AS held FROM events

-- name: held
-- Which labels hold for a record (person)? Its items that are in the table, and what is over them.
-- in:  transactions (record_id, item), items (item, label), labels (label, place, name), tree (name, upper)
-- out: holder (a record), label
SELECT t.record_id AS holder, l.label
FROM transactions AS t
JOIN items AS i ON i.item = t.item
JOIN labels AS l ON l.name = i.label AND l.place = 0
UNION
SELECT t.record_id AS holder, l.label
FROM transactions AS t
JOIN items AS i ON i.item = t.item
JOIN tree AS o ON o.name = i.label
JOIN labels AS l ON l.name = o.upper AND l.place = 0

-- name: held_groups
-- Which labels of groups hold for a record? The value that it has in a column.
-- in:  group_values (record_id, value), labels (label, place, name)
-- out: holder (a record), label
SELECT v.record_id AS holder, l.label
FROM group_values AS v
JOIN labels AS l ON l.name = v.value AND l.place = $place

-- name: records
-- All records begin at the empty set.
-- in:  transactions (record_id)
-- out: holder, node (0)
SELECT DISTINCT record_id AS holder, CAST(0 AS INTEGER) AS node FROM transactions

-- name: persons
-- Which cells does a record of each person hold?
-- in:  holders (holder, node), persons (record_id, person)
-- out: holder (a person), node
SELECT DISTINCT p.person AS holder, h.node
FROM holders AS h
JOIN persons AS p ON p.record_id = h.holder

-- name: standing
-- How many stand in one of these counts?
-- in:  event_cells (event, node, held), holders (holder, node)
-- out: n
SELECT count(DISTINCT i.holder) AS n
FROM (
  SELECT e.event, h.holder
  FROM event_cells AS e
  JOIN holders AS h ON h.node = e.node
  JOIN (SELECT event, sum(held) AS cells FROM event_cells GROUP BY event) AS a ON a.event = e.event
  GROUP BY e.event, h.holder, a.cells
  HAVING min(e.held) = 1 AND count(*) = a.cells
) AS i

-- name: worst
-- The smallest of these counts, at most $most.
-- in:  derived (node, other, low, high)
-- out: event, node, other, low, high
SELECT event, node, other, low, high
FROM (
  SELECT CAST(row_number() OVER (ORDER BY high, low, node, other) AS BIGINT) AS event, node, other, low, high
  FROM derived
) AS numbered
WHERE event <= $most

-- name: labels_of_cells
-- What are their cells?
-- in:  event_cells (event, node, held), set_labels (node, label), labels (label, place, name)
-- out: event, node, held, place, name (missing: the cell has no label)
SELECT e.event, e.node, e.held, l.place, l.name
FROM event_cells AS e
LEFT JOIN set_labels AS s ON s.node = e.node
LEFT JOIN labels AS l ON l.label = s.label
ORDER BY e.event, e.node, l.label

-- name: bounds_of_worst
-- What can they be?
-- in:  events (event, low, high)
-- out: event, low, high
SELECT event, low, high FROM events ORDER BY event
