-- Which kinds of records are to be clustered? All, in one group to start with.
-- in:  kinds (kind_id, records)
-- out: kind_id, group_id, records (of the kind), size (of the group: all $records)
SELECT k.kind_id, cast(0 AS integer) AS group_id, k.records, cast($records AS integer) AS size
FROM kinds AS k
