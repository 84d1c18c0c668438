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
