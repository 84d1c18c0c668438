-- Local recoding: an item may stay in one record and be a label in another. Where each occurrence starts.
-- 1. How wide each step up the taxonomy is. 2. Secret floors: an occurrence starts one step up with probability q, from
-- there another one, and so on, to nothing at last. Whoever knows the method, but not these draws, can rule nothing out.
-- 3. The labels that records show.
-- Reads transactions, ancestors, nodes.
-- phase: drawing where each item starts

-- name: steps
-- Which node is over each (0: none is over the root), and which share of all leaves does the step up add? Above the root
-- it adds all: the item goes.
-- in:  nodes (node, parent, leaves)
-- out: node, parent, share
SELECT
  n.node,
  coalesce(n.parent, 0) AS parent,
  CASE
    WHEN p.node IS NULL THEN CAST(1 AS DOUBLE)
    ELSE CAST(p.leaves - n.leaves AS DOUBLE) / nullif((SELECT max(r.leaves) FROM nodes AS r), 0)
  END AS share
FROM nodes AS n
LEFT JOIN nodes AS p ON p.node = n.parent

-- name: raised
-- Which of these occurrences are drawn to start another step up, by a key that nobody has? The share $limit, as
-- the first hexadecimal digits.
-- in:  occurrences (record_id, item)
-- out: record_id, item
SELECT o.record_id, o.item
FROM occurrences AS o
WHERE md5(concat($key, ':', CAST(o.record_id AS VARCHAR), ':', CAST(o.item AS VARCHAR))) < $limit

-- name: occurrences
-- Where does each occurrence start? As many steps up as were drawn; above the root it is gone.
-- in:  transactions (record_id, item), draws (record_id, item): one row a step, ancestors (item, node, distance)
-- out: record_id, item, node, round (when it came there)
SELECT t.record_id, t.item, a.node, CAST(0 AS INTEGER) AS round
FROM transactions AS t
LEFT JOIN (SELECT record_id, item, count(*) AS steps FROM draws GROUP BY record_id, item) AS d
  ON d.record_id = t.record_id AND d.item = t.item
JOIN ancestors AS a ON a.item = t.item AND a.distance = coalesce(d.steps, 0)

-- name: shown
-- Which labels does each record show?
-- in:  occurrences (record_id, node)
-- out: record_id, node
SELECT DISTINCT record_id, node FROM occurrences
