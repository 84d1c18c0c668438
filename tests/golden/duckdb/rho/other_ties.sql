SELECT
  t.set_id,
  t.sub_id
FROM "ties" AS t
ANTI JOIN "loosened" AS l
  ON l.set_id = t.set_id
