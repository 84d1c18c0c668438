-- One step down the tree, for all open groups at once: what could each group become?
-- 1. The labels that can still be specialized. 2. All of them specialized in place.
-- 3. Or the group divided: by the label that costs most, records by which children of it they hold; parts that are too
--    small for their sensitive items stay together.
-- Makes proposal (kind, group_id, part, record_id, item, node), which is made safe next.
-- Chen, Zhong, Wang and Li (LGPS), Algorithm 3, lines 1 to 8.
-- phase: looking how groups could be split

-- name: labels
-- Which labels of a group can still be specialized?
-- in:  occurrences (group_id, node), steps (node), closed (group_id, node)
-- out: group_id, node
SELECT DISTINCT o.group_id, o.node
FROM occurrences AS o
SEMI JOIN steps AS s ON s.node = o.node
ANTI JOIN closed AS c ON c.group_id = o.group_id AND c.node = o.node

-- name: specialized
-- The groups with all these labels specialized where they stand, as a proposal.
-- in:  occurrences (group_id, record_id, item, node), labels (group_id, node), steps (item, node, child)
-- out: kind, group_id, part, record_id, item, node
SELECT
  $kind AS kind, o.group_id, 1 AS part, o.record_id, o.item,
  CASE WHEN l.node IS NULL THEN o.node ELSE s.child END AS node
FROM occurrences AS o
SEMI JOIN labels AS g ON g.group_id = o.group_id
LEFT JOIN labels AS l ON l.group_id = o.group_id AND l.node = o.node
LEFT JOIN steps AS s ON s.item = o.item AND s.node = o.node

-- name: picked
-- The label of each group that costs most as it is.
-- in:  occurrences (group_id, node), labels (group_id, node), nodes (node, price)
-- out: group_id, node
-- Chen et al. (LGPS), Algorithm 3, PickNode
SELECT k.group_id, k.node
FROM (
  SELECT c.group_id, c.node, row_number() OVER (PARTITION BY c.group_id ORDER BY c.cost DESC, c.node) AS rank
  FROM (
    SELECT o.group_id, o.node, sum(n.price) AS cost
    FROM occurrences AS o
    SEMI JOIN labels AS l ON l.group_id = o.group_id AND l.node = o.node
    JOIN nodes AS n ON n.node = o.node
    GROUP BY o.group_id, o.node
  ) AS c
) AS k
WHERE k.rank = 1

-- name: signatures
-- Which children of the picked label does each record of its group hold?
-- in:  occurrences (group_id, record_id, item, node), picked (group_id, node), steps (item, node, child)
-- out: group_id, record_id, signature
-- Chen et al. (LGPS), Algorithm 3, divideData
SELECT r.group_id, r.record_id, coalesce(k.signature, '') AS signature
FROM (
  SELECT DISTINCT o.group_id, o.record_id
  FROM occurrences AS o
  SEMI JOIN picked AS g ON g.group_id = o.group_id
) AS r
LEFT JOIN (
  SELECT c.record_id, string_agg(cast(c.child AS text), ',' ORDER BY c.child) AS signature
  FROM (
    SELECT DISTINCT o.record_id, s.child
    FROM occurrences AS o
    JOIN picked AS p ON p.group_id = o.group_id AND p.node = o.node
    JOIN steps AS s ON s.item = o.item AND s.node = o.node
  ) AS c
  GROUP BY c.record_id
) AS k ON k.record_id = r.record_id

-- name: small_parts
-- Which parts would hold a sensitive item in fewer than 1 / limit records? There it could not stay.
-- in:  signatures (group_id, record_id, signature), occurrences (record_id, item), limits (item, limit_num, limit_den)
-- out: group_id, signature
SELECT DISTINCT h.group_id, h.signature
FROM (
  SELECT DISTINCT s.group_id, s.signature, o.item
  FROM signatures AS s
  JOIN occurrences AS o ON o.record_id = s.record_id
  SEMI JOIN limits AS x ON x.item = o.item
) AS h
JOIN limits AS l ON l.item = h.item
JOIN (
  SELECT c.group_id, c.signature, count(*) AS records FROM signatures AS c GROUP BY c.group_id, c.signature
) AS n ON n.group_id = h.group_id AND n.signature = h.signature
WHERE n.records * l.limit_num < l.limit_den

-- name: parts
-- Which part of its group is each record in? Records of parts that are too small stay together (part 0).
-- in:  signatures (group_id, record_id, signature), small_parts (group_id, signature)
-- out: group_id, record_id, part
SELECT
  s.group_id, s.record_id,
  CASE WHEN x.signature IS NULL THEN dense_rank() OVER (PARTITION BY s.group_id ORDER BY s.signature) ELSE 0 END AS part
FROM signatures AS s
LEFT JOIN small_parts AS x ON x.group_id = s.group_id AND x.signature = s.signature

-- name: divided
-- The groups that have several parts, divided, with the label that divides them specialized, as a proposal.
-- in:  occurrences (group_id, record_id, item, node), parts (group_id, record_id, part), picked (group_id, node),
--      steps (item, node, child)
-- out: kind, group_id, part, record_id, item, node
SELECT
  $kind AS kind, o.group_id, p.part, o.record_id, o.item,
  CASE WHEN l.node IS NULL THEN o.node ELSE s.child END AS node
FROM occurrences AS o
JOIN parts AS p ON p.record_id = o.record_id
SEMI JOIN (
  SELECT k.group_id FROM parts AS k GROUP BY k.group_id HAVING min(k.part) < max(k.part)
) AS several ON several.group_id = o.group_id
LEFT JOIN picked AS l ON l.group_id = o.group_id AND l.node = o.node
LEFT JOIN steps AS s ON s.item = o.item AND s.node = o.node
