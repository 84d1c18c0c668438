SELECT
  item,
  item AS node
FROM `items` AS items
