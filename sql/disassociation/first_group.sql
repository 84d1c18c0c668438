-- Which kinds of records are to be clustered? All, in one group to start with.
-- in:  kinds (kind_id, records)
-- out: kind_id, group_id, records (of the kind), size (of the group: all $records), item (that it split off by; 0: none)
SELECT k.kind_id, cast(0 AS bigint) AS group_id, k.records, cast($records AS bigint) AS size, cast(0 AS bigint) AS item
FROM kinds AS k
