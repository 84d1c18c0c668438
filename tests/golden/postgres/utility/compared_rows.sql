SELECT
  0 AS draw,
  o.record_id,
  o.item
FROM "originals" AS o
UNION ALL
SELECT
  1 AS draw,
  d.record_id,
  d.item
FROM "drawn" AS d
UNION ALL
SELECT
  2 AS draw,
  c.record_id,
  c.item
FROM "certain" AS c
