-- The items of the kinds of records that are in groups which are still too large for a cluster.
-- in:  open_rows (kind_id, item, records, pairs), placed (kind_id, group_id, size)
-- out: kind_id, group_id, item, records, pairs
SELECT r.kind_id, p.group_id, r.item, r.records, r.pairs
FROM open_rows AS r
JOIN placed AS p ON p.kind_id = r.kind_id
WHERE p.size >= $cluster_size
