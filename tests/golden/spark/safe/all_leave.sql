SELECT
  c.cluster_id,
  c.chunk,
  c.item
FROM `item_counts` AS c
