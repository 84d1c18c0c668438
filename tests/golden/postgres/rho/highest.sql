SELECT
  MAX(s.set_id) AS n
FROM "sets" AS s
