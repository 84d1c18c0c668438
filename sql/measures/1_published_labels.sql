-- What became of each item of the source, read off the labels of the release (its record ids are new ones).
-- 1. Without a taxonomy each item is a leaf right under the root; with one, the labels that may stand for an item.
-- 2. How many records hold each published label, and which node that is. 3. Which published node stands for each item of
--    the source, and what stood under it there. 4. Can the release come from this source at all?
-- Reads release (record_id, item: label), items, transactions, nodes, ancestors; makes published_nodes, recoded, originals.
-- phase: counting labels in source and release

-- name: flat_nodes
-- Without a taxonomy each item is a leaf of its own under an unnamed root.
-- in:  items (item, label)
-- out: node, label, leaves, depth
SELECT item AS node, label, 1 AS leaves, 1 AS depth FROM items

-- name: paths
-- Which labels may stand for an item of the source? Its own, and those of the nodes over it.
-- in:  items (item), ancestors (item, node)
-- out: item, node
SELECT item, item AS node FROM items
UNION
SELECT ancestors.item, ancestors.node FROM ancestors JOIN items ON ancestors.item = items.item

-- name: flat_paths
-- Which labels may stand for an item? Without a taxonomy only its own.
-- in:  items (item)
-- out: item, node
SELECT item, item AS node FROM items

-- name: label_counts
-- How many records hold each label of a release that was read, and may have a row twice?
-- in:  release (record_id, item: the label as text)
-- out: label, n
SELECT item AS label, count(DISTINCT record_id) AS n FROM release GROUP BY item

-- name: label_counts_by_rows
-- How many records hold each label of a release that is about to be published, where no row is there twice?
-- in:  published (record_id, item: the number of a label), labels (item, label)
-- out: label, n
SELECT l.label, p.n
FROM (SELECT item, count(*) AS n FROM published GROUP BY item) AS p
JOIN labels AS l ON l.item = p.item

-- name: published_nodes
-- Which nodes of the taxonomy are published, and by how many records?
-- in:  label_counts (label, n), nodes (node, label, leaves, depth), items (item)
-- out: node (NULL where no node has that label), label, n, leaves, depth, is_item (1: an item of the source as it is)
SELECT
    nodes.node, label_counts.label, label_counts.n, nodes.leaves, nodes.depth,
    CASE WHEN items.item IS NULL THEN 0 ELSE 1 END AS is_item
FROM label_counts
LEFT JOIN nodes ON label_counts.label = nodes.label
LEFT JOIN items ON nodes.node = items.item

-- name: named_nodes
-- The nodes of a taxonomy by all names that they may have: a label from which items were taken out has another.
-- in:  nodes (node, label, leaves, depth), others (label, name)
-- out: node, label, leaves, depth
SELECT n.node, n.label, n.leaves, n.depth FROM nodes AS n
UNION ALL
SELECT n.node, o.name AS label, n.leaves, n.depth FROM nodes AS n JOIN others AS o ON o.label = n.label

-- name: narrowed
-- The published nodes; labels from which items were taken out have the leaves that are left.
-- in:  published_nodes (node, label, n, leaves, depth, is_item), paths (item, node), others (name)
-- out: node, label, n, leaves, depth, is_item
SELECT p.node, p.label, p.n, cast(p.leaves - coalesce(x.n_items, 0) AS integer) AS leaves, p.depth, p.is_item
FROM published_nodes AS p
LEFT JOIN (
  SELECT o.node, count(*) AS n_items
  FROM published_nodes AS o
  SEMI JOIN others ON others.name = o.label
  JOIN paths ON paths.node = o.node
  JOIN published_nodes AS i ON i.node = paths.item AND i.is_item = 1 AND i.node <> o.node
  GROUP BY o.node) AS x ON x.node = p.node

-- name: recoded_beside
-- Which published node stands for each item of the source? One that is published stands beside the labels over it from
-- which items were taken out.
-- in:  paths (item, node), published_nodes (node, label, is_item), others (name)
-- out: item, node
SELECT paths.item, p.node
FROM paths
JOIN published_nodes AS p ON p.node = paths.node
LEFT JOIN published_nodes AS i ON i.node = paths.item AND i.is_item = 1
LEFT JOIN others AS o ON o.name = p.label
WHERE p.node = paths.item OR i.node IS NULL OR o.name IS NULL

-- name: suffixed
-- What are the released labels called that are no nodes, and may be nodes from which items were taken out?
-- in:  label_counts (label), nodes (label)
-- out: label
SELECT c.label FROM label_counts AS c ANTI JOIN nodes AS n ON n.label = c.label WHERE c.label LIKE '% (other%)'

-- name: recoded
-- Which published node stands for each item of the source? Items that have none are absent.
-- in:  paths (item, node), published_nodes (node)
-- out: item, node
SELECT paths.item, paths.node FROM paths JOIN published_nodes ON paths.node = published_nodes.node

-- name: originals
-- What stood in the source under each published node? Under a single item as many records as rows.
-- in:  transactions (record_id, item), recoded (item, node)
-- out: node, occurrences (rows), holders (records), n_items
WITH counted AS (SELECT t.item, count(*) AS n FROM transactions AS t GROUP BY t.item),
several AS (
    SELECT recoded.node, count(DISTINCT t.record_id) AS holders
    FROM transactions AS t
    JOIN recoded ON t.item = recoded.item
    JOIN (SELECT node FROM recoded GROUP BY node HAVING count(*) > 1) AS shared ON recoded.node = shared.node
    GROUP BY recoded.node)
SELECT
    recoded.node, CAST(sum(counted.n) AS bigint) AS occurrences,
    CAST(coalesce(max(several.holders), sum(counted.n)) AS bigint) AS holders, count(*) AS n_items
FROM recoded
JOIN counted ON recoded.item = counted.item
LEFT JOIN several ON recoded.node = several.node
GROUP BY recoded.node

-- name: leaf_count
-- How many leaves does the taxonomy have? Its root is over all of them.
-- in:  nodes (leaves)
-- out: n
SELECT max(leaves) AS n FROM nodes

-- name: faults
-- Can this release come from this source by replacing each item by one label or by nothing?
-- in:  published_nodes (node, n), recoded (item, node), originals (node, holders)
-- out: n_unknown (labels of no node), n_nested (items with two labels), n_more (labels that more records hold than can)
SELECT
    (SELECT count(*) FROM published_nodes WHERE node IS NULL) AS n_unknown,
    (SELECT count(*) FROM (SELECT item FROM recoded GROUP BY item HAVING count(*) > 1) AS twice) AS n_nested,
    (SELECT count(*)
     FROM published_nodes AS p LEFT JOIN originals AS o ON p.node = o.node
     WHERE p.node IS NOT NULL AND p.n > coalesce(o.holders, 0)) AS n_more
