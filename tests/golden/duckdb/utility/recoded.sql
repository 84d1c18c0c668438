SELECT
  paths.item,
  paths.node
FROM "paths" AS paths
JOIN "published_nodes" AS published_nodes
  ON paths.node = published_nodes.node
