-- Local recoding in classes of records: what is counted in one class is nothing in another. So each class has a tree of its
-- own, with numbers of its own for the nodes over its items; then one recoding of all of them is one of each.
-- 1. Numbers for the nodes of each class. 2. What is said of a node is said of it in each class. 3. At the end the nodes again.
-- phase: telling classes apart

-- name: numbers
-- A number for each node over the items of each class, in the order of classes, then of nodes.
-- in:  transactions (record_id, item), classes (record_id, class), ancestors (item, node)
-- out: number, class, node
SELECT CAST(row_number() OVER (ORDER BY class, node) AS INTEGER) AS number, class, node
FROM (
  SELECT DISTINCT h.class, a.node
  FROM (
    SELECT DISTINCT c.class, t.item FROM transactions AS t JOIN classes AS c ON c.record_id = t.record_id
  ) AS h
  JOIN ancestors AS a ON a.item = h.item
) AS found

-- name: steps
-- The steps up of each class.
-- in:  steps (node, parent, share, turn, weight), numbers (number, class, node)
-- out: node, parent, share, turn, weight
SELECT n.number AS node, coalesce(p.number, 0) AS parent, s.share, s.turn, s.weight
FROM numbers AS n
JOIN steps AS s ON s.node = n.node
LEFT JOIN numbers AS p ON p.class = n.class AND p.node = s.parent

-- name: below
-- Which nodes stand below which, in each class?
-- in:  below (node, above, items, goes), numbers (number, class, node)
-- out: node, above, items, goes
SELECT n.number AS node, o.number AS above, b.items, b.goes
FROM below AS b
JOIN numbers AS n ON n.node = b.node
JOIN numbers AS o ON o.class = n.class AND o.node = b.above

-- name: listed
-- Nodes of a list, in each class.
-- in:  listed (node), numbers (number, class, node)
-- out: node
SELECT n.number AS node FROM numbers AS n SEMI JOIN listed AS l ON l.node = n.node

-- name: start
-- Where each occurrence starts, in the class of its record.
-- in:  occurrences (record_id, item, node, round), classes (record_id, class), numbers (number, class, node)
-- out: record_id, item, node, round
SELECT o.record_id, o.item, n.number AS node, o.round
FROM occurrences AS o
JOIN classes AS c ON c.record_id = o.record_id
JOIN numbers AS n ON n.class = c.class AND n.node = o.node

-- name: nodes
-- The nodes that stand for occurrences, whatever the class.
-- in:  occurrences (record_id, item, node), numbers (number, node)
-- out: record_id, item, node
SELECT o.record_id, o.item, n.node FROM occurrences AS o JOIN numbers AS n ON n.number = o.node
