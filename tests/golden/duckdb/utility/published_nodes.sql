SELECT
  nodes.node,
  label_counts.n,
  nodes.leaves,
  nodes.depth,
  CASE WHEN items.item IS NULL THEN 0 ELSE 1 END AS is_item
FROM "label_counts" AS label_counts
LEFT JOIN "nodes" AS nodes
  ON label_counts.label = nodes.label
LEFT JOIN "items" AS items
  ON nodes.node = items.item
