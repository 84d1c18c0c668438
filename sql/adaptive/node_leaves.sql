-- How many leaves does each node stand for?
-- in:  nodes (node, parent, leaves)
-- out: node, parent (0: none), leaves
SELECT cast(n.node AS bigint) AS node, cast(coalesce(n.parent, 0) AS bigint) AS parent, cast(n.leaves AS bigint) AS leaves
FROM nodes AS n
ORDER BY n.node
