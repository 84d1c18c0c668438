-- name: ranked
SELECT
  u.person,
  u.part,
  s.subset,
  CASE WHEN s.persons >= 11 THEN 1 ELSE 0 END AS is_large,
  u.gain,
  ROW_NUMBER() OVER (PARTITION BY s.subset ORDER BY u.gain DESC NULLS LAST, u.person) AS rank
FROM "units" AS u
JOIN "subsets" AS s
  ON s.part = u.part AND s.content = u.content
