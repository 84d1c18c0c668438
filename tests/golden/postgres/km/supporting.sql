SELECT DISTINCT
  t.record_id,
  a.node AS item
FROM "transactions" AS t
JOIN "ancestors" AS a
  ON a.item = t.item
JOIN "asked" AS q
  ON q.node = a.node
