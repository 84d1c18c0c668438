SELECT
  r.set_id,
  r.hidden,
  r.both,
  r.support,
  11 AS size
FROM "rules" AS r
