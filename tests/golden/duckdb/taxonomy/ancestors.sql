SELECT
  CAST(item AS INT) AS item,
  CAST(node AS INT) AS node,
  CAST(distance AS INT) AS distance
FROM "given" AS given
ORDER BY
  item,
  distance
