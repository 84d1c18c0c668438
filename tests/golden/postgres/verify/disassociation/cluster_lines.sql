SELECT
  c.cluster_id AS record_id,
  CONCAT(c.kind, ' ', CAST(c.size AS TEXT), ' ', CAST(COALESCE(c.parent_id, 0) AS TEXT)) AS item
FROM "clusters" AS c
