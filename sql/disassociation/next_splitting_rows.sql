-- The items of the kinds of records that are in groups which are still too large for a cluster. An item that could not
-- split the last group, however rare or frequent the others, can split no part of it either: it is left out.
-- in:  open_rows (kind_id, group_id, item, records, pairs), placed (kind_id, group_id, size), splitting (group_id, item)
-- out: kind_id, group_id, item, records, pairs
SELECT r.kind_id, p.group_id, r.item, r.records, r.pairs
FROM open_rows AS r
SEMI JOIN splitting AS s ON s.group_id = r.group_id AND s.item = r.item
JOIN placed AS p ON p.kind_id = r.kind_id
WHERE p.size >= $cluster_size
