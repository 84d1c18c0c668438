-- Which records are to be clustered? All $records that have an item, in one group to start with.
-- in:  transactions (record_id, item)
-- out: record_id, group_id, size (of the group)
SELECT DISTINCT t.record_id, cast(0 AS bigint) AS group_id, cast($records AS bigint) AS size
FROM transactions AS t
