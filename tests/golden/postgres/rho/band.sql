SELECT
  r.set_id,
  r.hidden,
  r.both,
  r.support
FROM "rules" AS r
WHERE
  CAST(r.both AS BIGINT) * 11 >= r.support
  AND CAST(r.both AS BIGINT) * 12 < r.support
