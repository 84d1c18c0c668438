-- The term chunks of a release that is tables.
-- in:  released (cluster_id, item)
-- out: cluster_id, item
SELECT cast(r.cluster_id AS bigint) AS cluster_id, cast(r.item AS text) AS item
FROM released AS r
