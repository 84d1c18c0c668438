SELECT
  p.kind_id,
  p.group_id,
  t.item,
  p.records
FROM "transactions" AS t
JOIN "placed" AS p
  ON p.kind_id = t.record_id
ANTI JOIN "sensitive" AS s
  ON s.item = t.item
