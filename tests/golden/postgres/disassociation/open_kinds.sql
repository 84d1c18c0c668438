SELECT
  COUNT(CASE WHEN p.size >= 11 THEN 1 END) AS open_kinds,
  MAX(p.group_id) AS last_id
FROM "placed" AS p
