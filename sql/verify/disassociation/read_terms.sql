-- The term chunks of a release that is a table.
-- in:  release (cluster_id, item)
-- out: cluster_id, item
SELECT cast(r.cluster_id AS bigint) AS cluster_id, cast(r.item AS varchar) AS item
FROM release AS r
