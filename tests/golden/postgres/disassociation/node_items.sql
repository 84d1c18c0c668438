SELECT
  n.node_id AS gen_id,
  0 AS parent_id,
  n.node_id AS item,
  n.node_id AS source_item,
  n.support
FROM "nodes" AS n
