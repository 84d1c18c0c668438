-- What a release costs, by what stands for each item of each record: by the ledger, or, where no record shows labels over each
-- other and nothing is gone, by its records.
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

-- name: unexplained
-- How many rows of the release stand over no item of their record?
-- in:  transactions (record_id, item), ancestors (item, node), released (record_id, node)
-- out: n
SELECT count(*) AS n
FROM released AS r
ANTI JOIN (
    SELECT t.record_id, a.node FROM transactions AS t JOIN ancestors AS a ON a.item = t.item) AS u
  ON u.record_id = r.record_id AND u.node = r.node

-- name: told
-- The label of each item in its record as a ledger tells it, the item itself where that is gone.
-- in:  became (record_id, item, released_as: NULL where it is gone), nodes (node, label)
-- out: record_id, item, node
SELECT b.record_id, b.item, coalesce(n.node, b.item) AS node
FROM became AS b
LEFT JOIN nodes AS n ON n.label = b.released_as

-- name: gone
-- How many occurrences are gone, as a ledger tells it?
-- in:  became (released_as: NULL where it is gone)
-- out: n
SELECT count(*) AS n FROM became AS b WHERE b.released_as IS NULL

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
