-- Every node above an item, and the item itself at distance 0.
-- in:  given
-- out: item, node, distance
SELECT cast(item AS INTEGER) AS item, cast(node AS INTEGER) AS node, cast(distance AS INTEGER) AS distance
FROM given
ORDER BY item, distance
