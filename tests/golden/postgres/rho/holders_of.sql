SELECT DISTINCT
  o.record_id
FROM "occurrences" AS o
JOIN (
  SELECT DISTINCT
    r.set_id,
    r.size
  FROM "rules" AS r
  WHERE
    EXISTS(
      SELECT
        1
      FROM "sets" AS s
      WHERE
        s.set_id = r.set_id
    )
) AS z
  ON z.set_id = o.set_id
JOIN (
  SELECT
    t.record_id,
    COUNT(*) AS items
  FROM "present" AS t
  GROUP BY
    t.record_id
) AS l
  ON l.record_id = o.record_id
WHERE
  l.items >= z.size + 2
