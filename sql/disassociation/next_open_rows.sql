-- Which items may split the open groups next? All but the item that a group was split off by.
-- in:  open_rows (kind_id, item, records), placed (kind_id, group_id, size, item)
-- out: kind_id, group_id, item, records
-- Terrovitis et al., algorithm HORPART, line 6
SELECT r.kind_id, p.group_id, r.item, r.records
FROM open_rows AS r
JOIN placed AS p ON p.kind_id = r.kind_id AND p.size >= $cluster_size AND p.item <> r.item
