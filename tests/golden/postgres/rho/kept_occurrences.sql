SELECT
  o.record_id,
  o.set_id
FROM "occurrences" AS o
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "lost" AS l
    WHERE
      l.record_id = o.record_id AND l.set_id = o.set_id
  )
