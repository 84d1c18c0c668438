SELECT
  n.node AS item,
  n.label
FROM "nodes" AS n
