-- Which nodes of the taxonomy are published, and by how many records?
-- in:  label_counts (label, n), nodes (node, label, leaves, depth), items (item)
-- out: node (NULL where no node has that label), n, leaves, depth, is_item (1: an item of the source as it is)
SELECT
    nodes.node, label_counts.n, nodes.leaves, nodes.depth,
    CASE WHEN items.item IS NULL THEN 0 ELSE 1 END AS is_item
FROM label_counts
LEFT JOIN nodes ON label_counts.label = nodes.label
LEFT JOIN items ON nodes.node = items.item
