SELECT
  r.kind_id,
  p.group_id,
  r.item,
  r.records,
  r.pairs
FROM "open_rows" AS r
JOIN "placed" AS p
  ON p.kind_id = r.kind_id
WHERE
  p.size >= 11
  AND EXISTS(
    SELECT
      1
    FROM "splitting" AS s
    WHERE
      s.group_id = r.group_id AND s.item = r.item
  )
