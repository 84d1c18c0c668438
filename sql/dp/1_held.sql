-- What does each record, or person, hold of what is counted? One that holds a key counts once for it.
-- A unit is a record or a person. Reads transactions (record_id, item), persons (record_id, person); makes held (unit, key)
-- for each kind of keys, units (unit, name) and keys (key, name): what a draw by lot may depend on, and on nothing else.
-- Two keys of a kind have two names.
-- phase: finding what each record or person holds

-- name: items
-- Which items does a unit hold?
-- in:  transactions (record_id, item), owners (record_id, unit)
-- out: unit, key (an item)
SELECT DISTINCT o.unit, cast(t.item AS bigint) AS key
FROM transactions AS t
JOIN owners AS o ON o.record_id = t.record_id

-- name: item_names
-- Items by what they are called.
-- in:  items (item, label)
-- out: key, name
SELECT cast(i.item AS bigint) AS key, i.label AS name
FROM items AS i

-- name: labels
-- Under which labels of one level of the taxonomy does a unit hold an item? Level 1 is right below the root.
-- in:  transactions (record_id, item), owners (record_id, unit), ancestors (item, node, distance), nodes (node, depth)
-- out: unit, key (a node)
SELECT DISTINCT o.unit, cast(a.node AS bigint) AS key
FROM transactions AS t
JOIN owners AS o ON o.record_id = t.record_id
JOIN ancestors AS a ON a.item = t.item
JOIN nodes AS n ON n.node = a.node
WHERE a.distance > 0 AND n.depth = $level

-- name: label_names
-- Labels of the taxonomy by what they are called.
-- in:  nodes (node, label)
-- out: key, name
SELECT cast(n.node AS bigint) AS key, n.label AS name
FROM nodes AS n

-- name: pairs
-- Which pairs of the items that were published does a record of a unit hold?
-- in:  transactions (record_id, item), owners (record_id, unit), published (key)
-- out: unit, key (a pair)
SELECT DISTINCT o.unit, pair(a.item, b.item) AS key
FROM transactions AS a
JOIN published AS p ON p.key = a.item
JOIN transactions AS b ON b.record_id = a.record_id AND b.item > a.item
JOIN published AS q ON q.key = b.item
JOIN owners AS o ON o.record_id = a.record_id

-- name: pair_items
-- What are the two items of each pair called? In the order of their names, whatever the numbers of the items are.
-- in:  pairs (key), items (item, label)
-- out: key, item, item2
SELECT
  p.key,
  CASE WHEN a.label < b.label THEN a.label ELSE b.label END AS item,
  CASE WHEN a.label < b.label THEN b.label ELSE a.label END AS item2
FROM (SELECT DISTINCT q.key FROM pairs AS q) AS p
JOIN items AS a ON a.item = pair_first(p.key)
JOIN items AS b ON b.item = pair_second(p.key)

-- name: pair_names
-- Pairs by what their items are called. The length of the first one says where it ends: each pair has its own name.
-- in:  pair_items (key, item, item2)
-- out: key, name
SELECT p.key, concat(cast(length(p.item) AS text), ':', p.item, p.item2) AS name
FROM pair_items AS p

-- name: itemsets
-- Which of the chosen itemsets does a record of a unit hold whole?
-- in:  transactions (record_id, item), owners (record_id, unit), items (item, label), itemsets (itemset_id, item: a label, size)
-- out: unit, key (an itemset)
SELECT DISTINCT o.unit, cast(w.itemset_id AS bigint) AS key
FROM (
  SELECT t.record_id, s.itemset_id
  FROM transactions AS t
  JOIN items AS i ON i.item = t.item
  JOIN itemsets AS s ON s.item = i.label
  GROUP BY t.record_id, s.itemset_id, s.size
  HAVING count(*) = s.size
) AS w
JOIN owners AS o ON o.record_id = w.record_id

-- name: itemset_names
-- Chosen itemsets by their numbers.
-- in:  itemsets (itemset_id)
-- out: key, name
SELECT DISTINCT cast(s.itemset_id AS bigint) AS key, cast(s.itemset_id AS text) AS name
FROM itemsets AS s
