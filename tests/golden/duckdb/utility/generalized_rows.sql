SELECT DISTINCT
  r.record_id,
  a.node AS item
FROM "rows" AS r
JOIN "ancestors" AS a
  ON a.item = r.item
