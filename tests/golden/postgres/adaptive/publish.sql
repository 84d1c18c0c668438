-- name: published
SELECT DISTINCT
  o.record_id,
  o.node AS item
FROM "occurrences" AS o
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "lost" AS l
    WHERE
      l.record_id = o.record_id AND l.node = o.node
  )
