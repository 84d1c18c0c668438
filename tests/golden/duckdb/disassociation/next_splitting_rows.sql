SELECT
  r.kind_id,
  p.group_id,
  r.item,
  r.records,
  r.pairs
FROM "open_rows" AS r
SEMI JOIN "splitting" AS s
  ON s.group_id = r.group_id AND s.item = r.item
JOIN "placed" AS p
  ON p.kind_id = r.kind_id
WHERE
  p.size >= 11
