-- What a release costs, by what stands for each item of each record. Of a record no label stands over another one.
-- phase: measuring the loss

-- name: released
-- The rows of a release as nodes.
-- in:  traced (record_id: of the source, item: a label), nodes (node, label)
-- out: record_id, node
SELECT r.record_id, n.node
FROM traced AS r
JOIN nodes AS n ON n.label = r.item

-- name: occurrences
-- The label of each item in each record.
-- in:  transactions (record_id, item), ancestors (item, node), released (record_id, node)
-- out: record_id, item, node
SELECT t.record_id, t.item, a.node
FROM transactions AS t
JOIN ancestors AS a ON a.item = t.item
JOIN released AS r ON r.record_id = t.record_id AND r.node = a.node

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
