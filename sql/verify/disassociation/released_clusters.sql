-- The clusters of a release that is tables.
-- in:  released (cluster_id, parent_id, kind, size)
-- out: cluster_id, parent_id, kind, size
SELECT
  cast(r.cluster_id AS bigint) AS cluster_id,
  cast(r.parent_id AS bigint) AS parent_id,
  cast(r.kind AS text) AS kind,
  cast(r.size AS bigint) AS size
FROM released AS r
