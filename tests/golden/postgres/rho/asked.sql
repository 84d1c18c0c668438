SELECT
  r.set_id,
  r.hidden,
  r.both,
  r.support,
  r.size
FROM "rules" AS r
WHERE
  EXISTS(
    SELECT
      1
    FROM "asked" AS a
    WHERE
      a.set_id = r.set_id AND a.hidden = r.hidden
  )
