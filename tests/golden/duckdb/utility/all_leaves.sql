SELECT
  MAX(leaves) AS n
FROM "nodes" AS nodes
