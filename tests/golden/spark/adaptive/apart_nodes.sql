SELECT
  i.item AS node,
  CAST(NULL AS INT) AS parent,
  i.label,
  CAST(1 AS INT) AS leaves,
  CAST(1 AS INT) AS depth
FROM `items` AS i
SEMI JOIN `hidden` AS h
  ON h.item = i.item
