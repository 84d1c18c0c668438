SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY c.parent_id NULLS LAST, c.item NULLS LAST) + 11 - 1 AS INT) AS set_id,
  c.parent_id,
  c.item,
  c.support
FROM `grown` AS c
ANTI JOIN `broken` AS x
  ON x.parent_id = c.parent_id AND x.item = c.item
