SELECT
  r.set_id,
  r.hidden,
  r."both",
  r.support,
  r.size
FROM "rules" AS r
ORDER BY
  r.size,
  r.set_id,
  r.hidden
