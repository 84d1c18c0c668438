-- Which items may split the open groups next? All but the item that a group was split off by.
-- in:  open_rows (record_id, item), members (record_id, group_id, size), parts (part_id, item)
-- out: record_id, group_id, item
-- Terrovitis et al., algorithm HORPART, line 6
SELECT r.record_id, m.group_id, r.item
FROM open_rows AS r
JOIN members AS m ON m.record_id = r.record_id AND m.size >= $cluster_size
LEFT JOIN parts AS p ON p.part_id = m.group_id
WHERE p.item IS NULL OR p.item <> r.item
