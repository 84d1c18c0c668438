-- How many records, clusters and rows does the release hold?
-- in:  clusters (kind, size), subrecords (item), terms (item)
-- out: records, clusters, joint_clusters, n_rows, term_rows, smallest_cluster, largest_cluster
SELECT
  coalesce(sum(c.size) FILTER (WHERE c.kind = 'simple'), 0) AS records,
  count(*) FILTER (WHERE c.kind = 'simple') AS clusters,
  count(*) FILTER (WHERE c.kind = 'joint') AS joint_clusters,
  (SELECT count(*) FROM subrecords AS s) + (SELECT count(*) FROM terms AS u) AS n_rows,
  (SELECT count(*) FROM terms AS t) AS term_rows,
  coalesce(min(c.size) FILTER (WHERE c.kind = 'simple'), 0) AS smallest_cluster,
  coalesce(max(c.size) FILTER (WHERE c.kind = 'simple'), 0) AS largest_cluster
FROM clusters AS c
