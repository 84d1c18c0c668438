SELECT
  u.record_id,
  MAX(u.learned) AS learned,
  MAX(u.whole) AS whole,
  MAX(u.chance) AS chance
FROM (
  SELECT
    b.record_id,
    b.learned,
    b.whole,
    b.chance
  FROM "before" AS b
  UNION ALL
  SELECT
    o.record_id,
    i.learned,
    i.whole,
    i.chance
  FROM "occurrences" AS o
  JOIN "inferred" AS i
    ON i.set_id = o.set_id
) AS u
GROUP BY
  u.record_id
