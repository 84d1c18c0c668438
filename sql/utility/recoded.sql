-- Which published node stands for each item of the source? Items that have none are absent.
-- in:  paths (item, node), published_nodes (node)
-- out: item, node
SELECT paths.item, paths.node FROM paths JOIN published_nodes ON paths.node = published_nodes.node
