SELECT
  r.set_id,
  r.hidden,
  r."both",
  r.support,
  r.size
FROM "rules" AS r
JOIN "limits" AS l
  ON l.item = r.hidden
WHERE
  CAST(r."both" AS BIGINT) * l.whole > CAST(r.support AS BIGINT) * l.part
