-- Every node above an item where there is no taxonomy: itself and the root.
-- in:  items
-- out: item, node, distance
SELECT item, item AS node, cast(0 AS INTEGER) AS distance FROM items
UNION ALL
SELECT item, cast($root AS INTEGER) AS node, cast(1 AS INTEGER) AS distance FROM items
