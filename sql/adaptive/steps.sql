-- One step down the tree: from each node over an item to the next one towards the item.
-- in:  ancestors (item, node, distance)
-- out: item, node, child
SELECT a.item, b.node, a.node AS child
FROM ancestors AS a
JOIN ancestors AS b ON b.item = a.item AND b.distance = a.distance + 1
