-- The release with the labels of different groups told apart: then its groups have nothing in common.
-- in:  lines (record_id, item, group_id)
-- out: record_id, item
SELECT record_id, concat(group_id, ':', item) AS item FROM lines WHERE item IS NOT NULL AND group_id IS NOT NULL
