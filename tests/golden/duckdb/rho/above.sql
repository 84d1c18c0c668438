SELECT
  r.set_id,
  r.hidden,
  r."both",
  r.support
FROM "rules" AS r
WHERE
  CAST(r."both" AS BIGINT) * 12 > CAST(r.support AS BIGINT) * 11
