-- What is released: the label of each occurrence, once a record; and what that costs.

-- name: rows
-- The labels of each record.
-- in:  occurrences (record_id, item, node)
-- out: record_id, item (a node)
SELECT DISTINCT record_id, node AS item FROM occurrences

-- name: losses
-- How much of the taxonomy is under the labels of all occurrences (for NCP a leaf hides nothing, for LM it is what others are
-- counted against), and how many are as they were?
-- in:  occurrences (record_id, item, node), nodes (node, leaves)
-- out: covered (leaves), more_than_one (leaves besides the first), unchanged (occurrences)
SELECT
    coalesce(sum(CASE WHEN n.leaves > 1 THEN n.leaves ELSE 0 END), 0) AS covered,
    coalesce(sum(n.leaves - 1), 0) AS more_than_one,
    count(*) FILTER (WHERE o.node = o.item) AS unchanged
FROM occurrences AS o
JOIN nodes AS n ON n.node = o.node
