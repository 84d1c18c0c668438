SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY c.parent_id, c.item) + 11 - 1 AS INT) AS set_id,
  c.parent_id,
  c.item,
  c.support
FROM "grown" AS c
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "broken" AS x
    WHERE
      x.parent_id = c.parent_id AND x.item = c.item
  )
