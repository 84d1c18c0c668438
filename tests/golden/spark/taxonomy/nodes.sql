-- name: labels
SELECT
  item,
  label
FROM `items` AS items
ORDER BY
  item NULLS LAST

-- name: own_items
SELECT
  i.item,
  COALESCE(n.own, i.label) AS label,
  i.support
FROM `items` AS i
LEFT JOIN `inner_items` AS n
  ON n.label = i.label
ORDER BY
  i.item NULLS LAST

-- name: nodes
SELECT
  CAST(node AS INT) AS node,
  CAST(NULLIF(parent, 0) AS INT) AS parent,
  label,
  CAST(leaves AS INT) AS leaves,
  CAST(depth AS INT) AS depth
FROM `given` AS given
ORDER BY
  node NULLS LAST

-- name: ancestors
SELECT
  CAST(item AS INT) AS item,
  CAST(node AS INT) AS node,
  CAST(distance AS INT) AS distance
FROM `given` AS given
ORDER BY
  item NULLS LAST,
  distance NULLS LAST
