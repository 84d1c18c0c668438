SELECT
  CAST(node AS INT) AS node,
  CAST(NULLIF(parent, 0) AS INT) AS parent,
  label,
  CAST(leaves AS INT) AS leaves,
  CAST(depth AS INT) AS depth
FROM "given" AS given
ORDER BY
  node
