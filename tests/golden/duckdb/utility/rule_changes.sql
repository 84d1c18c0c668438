SELECT
  COUNT(*) FILTER(WHERE
    r.in_original AND r.in_release) AS kept,
  COUNT(*) FILTER(WHERE
    r.in_original AND NOT r.in_release) AS lost,
  COUNT(*) FILTER(WHERE
    r.in_release AND NOT r.in_original) AS spurious
FROM (
  SELECT
    l.original >= 11 AND l.original * 13 >= s.original * 12 AS in_original,
    l.released >= 11 AND l.released * 13 >= s.released * 12 AS in_release
  FROM "members" AS m
  JOIN "larger" AS l
    ON l.set_id = m.set_id
  JOIN "sets" AS s
    ON s.set_id = m.sub_id
) AS r
