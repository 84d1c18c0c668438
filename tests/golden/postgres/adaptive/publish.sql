-- name: dropped_occurrences
SELECT
  0 AS group_id,
  r.record_id,
  r.item,
  r.item AS node
FROM "rows" AS r
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "left_over" AS o
    WHERE
      o.record_id = r.record_id AND o.item = r.item
  )

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
