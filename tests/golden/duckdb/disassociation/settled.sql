SELECT
  p.kind_id,
  p.group_id,
  p.size
FROM "placed" AS p
WHERE
  p.size < 11
