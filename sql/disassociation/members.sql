-- Which records are to be clustered? All that have an item, in one group to start with.
-- in:  transactions (record_id, item)
-- out: record_id, group_id, size (of the group)
SELECT r.record_id, cast(0 AS bigint) AS group_id, n.size
FROM (SELECT DISTINCT t.record_id FROM transactions AS t) AS r
CROSS JOIN (SELECT count(DISTINCT t.record_id) AS size FROM transactions AS t) AS n
