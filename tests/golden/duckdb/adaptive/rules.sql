SELECT
  c.cause,
  c.node AS item,
  c.is_hidden
FROM "causes" AS c
