SELECT
  t.place,
  t.verdict
FROM "turns" AS t
WHERE
  t.verdict < 2
