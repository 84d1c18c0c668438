-- name: node_leaves
SELECT
  CAST(n.node AS BIGINT) AS node,
  CAST(COALESCE(n.parent, 0) AS BIGINT) AS parent,
  CAST(n.leaves AS BIGINT) AS leaves
FROM `nodes` AS n
ORDER BY
  n.node NULLS LAST
