-- Which records are to be clustered? All that have an item, in one open group to start with.
-- in:  transactions (record_id, item)
-- out: record_id, group_id
SELECT DISTINCT t.record_id, 0 AS group_id
FROM transactions AS t
