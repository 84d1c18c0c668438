SELECT
  s.set_id,
  m.sub_id
FROM "sets" AS s
JOIN "members" AS m
  ON m.set_id = s.set_id
JOIN "smaller" AS p
  ON p.set_id = m.sub_id
WHERE
  s.support = s.least AND p.support = s.support
