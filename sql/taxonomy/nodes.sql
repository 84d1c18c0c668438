-- The nodes of a taxonomy as they were handed in; parent 0 stands for none.
-- in:  given
-- out: node, parent (NULL at the root), label, leaves, depth
SELECT
  cast(node AS INTEGER) AS node,
  cast(nullif(parent, 0) AS INTEGER) AS parent,
  label,
  cast(leaves AS INTEGER) AS leaves,
  cast(depth AS INTEGER) AS depth
FROM given
ORDER BY node
