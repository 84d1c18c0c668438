SELECT
  COALESCE(SUM(l.items - 11), 0) AS n
FROM "occurrences" AS o
JOIN "lengths" AS l
  ON l.record_id = o.record_id
WHERE
  EXISTS(
    SELECT
      1
    FROM "sets" AS s
    WHERE
      s.set_id = o.set_id
  )
