-- Local recoding: an item may stay in one record and be a label in another. Where each occurrence starts.
-- 1. How wide each step up the taxonomy is. 2. Secret floors: an occurrence starts one step up with probability q, from
-- there another one, and so on, to nothing at last. Whoever knows the method, but not these draws, can rule nothing out.
-- 3. The labels that records show. What single items weigh, which must stay and which labels are too general (0: what would
-- go there goes) changes the steps; of labels that nobody can know no set is a threat.
-- Reads transactions, ancestors, nodes.
-- phase: drawing where each item starts

-- name: steps
-- Which node is over each (0: none is over the root), and which share of all leaves does the step up add? Above the root
-- it adds all: the item goes, as it does where the next label is too general for some item.
-- in:  nodes (node, parent, leaves), forbidden (node)
-- out: node, parent, share, turn (1), weight (1)
SELECT
  n.node,
  coalesce(p.node, 0) AS parent,
  CASE
    WHEN p.node IS NULL THEN CAST(1 AS DOUBLE)
    ELSE CAST(p.leaves - n.leaves AS DOUBLE) / nullif((SELECT max(r.leaves) FROM nodes AS r), 0)
  END AS share,
  CAST(1 AS INTEGER) AS turn,
  CAST(1 AS DOUBLE) AS weight
FROM nodes AS n
LEFT JOIN (SELECT o.node, o.leaves FROM nodes AS o ANTI JOIN forbidden AS f ON f.node = o.node) AS p
  ON p.node = n.parent

-- name: allowed
-- What may stand for each item, without labels that are too general?
-- in:  ancestors (item, node, distance), forbidden (node)
-- out: item, node, distance
SELECT a.item, a.node, a.distance FROM ancestors AS a ANTI JOIN forbidden AS f ON f.node = a.node

-- name: mean_weights
-- What does an occurrence under each node weigh, on average?
-- in:  ancestors (item, node), items (item, support), weights (item, thousandths): 1000 where there is none
-- out: node, weight
SELECT
  a.node, CAST(sum(i.support * coalesce(w.thousandths, 1000)) AS DOUBLE) / nullif(1000 * sum(i.support), 0) AS weight
FROM ancestors AS a
JOIN items AS i ON i.item = a.item
LEFT JOIN weights AS w ON w.item = a.item
GROUP BY a.node

-- name: weighed_steps
-- The steps with what they weigh: those to labels that cost nothing have the first turn, items that must stay the last.
-- in:  steps (node, parent, share), weights (node, weight), stay (node), free (node)
-- out: node, parent, share, turn, weight
SELECT
  s.node, s.parent, s.share,
  CASE WHEN k.node IS NOT NULL THEN 2 WHEN f.node IS NOT NULL THEN 0 ELSE 1 END AS turn,
  coalesce(w.weight, 1) AS weight
FROM steps AS s
LEFT JOIN weights AS w ON w.node = s.node
LEFT JOIN stay AS k ON k.node = s.node
LEFT JOIN free AS f ON f.node = s.parent

-- name: fixed
-- Which nodes are never lifted: those that nobody can know, and items that must stay?
-- in:  nodes (node), known (node), stay (node)
-- out: node
SELECT n.node FROM nodes AS n ANTI JOIN known AS w ON w.node = n.node
UNION
SELECT node FROM stay

-- name: raised
-- Which of these occurrences are drawn to start another step up, by a key that nobody has? The share $limit, as
-- the first hexadecimal digits.
-- in:  occurrences (record_id, item)
-- out: record_id, item
SELECT o.record_id, o.item
FROM occurrences AS o
WHERE md5(concat($key, ':', CAST(o.record_id AS VARCHAR), ':', CAST(o.item AS VARCHAR))) < $limit

-- name: occurrences
-- Where does each occurrence start? As many steps up as were drawn; where nothing is there it is gone.
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

-- name: known
-- Which of these labels may somebody know?
-- in:  shown (record_id, node), known (node)
-- out: record_id, node
SELECT s.record_id, s.node FROM shown AS s SEMI JOIN known AS w ON w.node = s.node

-- name: unknown
-- Which of them nobody?
-- in:  shown (record_id, node), known (node)
-- out: record_id, node
SELECT s.record_id, s.node FROM shown AS s ANTI JOIN known AS w ON w.node = s.node
