-- The nodes as items whose sets are counted.
-- in:  nodes (node_id, support)
-- out: gen_id, parent_id (0: the empty set), item, source_item (all the node), support
SELECT n.node_id AS gen_id, 0 AS parent_id, n.node_id AS item, n.node_id AS source_item, n.support
FROM nodes AS n
