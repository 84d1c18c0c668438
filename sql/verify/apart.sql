-- The release with the labels of different groups told apart: then its groups have nothing in common.
-- in:  lines (record_id, item, group_id)
-- out: record_id, item
SELECT l.record_id, concat(l.group_id, ':', l.item) AS item
FROM lines AS l
WHERE l.item IS NOT NULL AND l.group_id IS NOT NULL
