SELECT
  k.cause,
  c.node,
  k.is_hidden
FROM "causes" AS k
JOIN "codes" AS c
  ON c.code = k.item
