-- The sets of one item, each where it occurs.
-- in:  known_rows (record_id, item)
-- out: record_id, set_id, prefix_id (0: the empty set), item (the last of the set)
SELECT r.record_id, r.item AS set_id, cast(0 AS bigint) AS prefix_id, r.item
FROM known_rows AS r
