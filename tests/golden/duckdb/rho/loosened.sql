SELECT
  t.set_id
FROM "ties" AS t
JOIN (
  SELECT DISTINCT
    r.set_id,
    r.support
  FROM "rules" AS r
) AS n
  ON n.set_id = t.set_id
JOIN (
  SELECT DISTINCT
    r.set_id,
    r.support
  FROM "rules" AS r
) AS p
  ON p.set_id = t.sub_id
GROUP BY
  t.set_id,
  n.support
HAVING
  MIN(p.support) > n.support AND n.support >= 2
