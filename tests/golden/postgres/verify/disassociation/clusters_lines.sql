SELECT
  r.cluster_id AS record_id,
  CONCAT(COALESCE(CAST(r.parent_id AS TEXT), '-'), '/', r.kind, '/', CAST(r.size AS TEXT)) AS item
FROM "release" AS r
