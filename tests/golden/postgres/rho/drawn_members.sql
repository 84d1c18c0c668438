SELECT
  s.set_id,
  d.item,
  d.size
FROM "drawn" AS d
JOIN "draws" AS s
  ON s.draw = d.draw AND s.set_id = d.draw
