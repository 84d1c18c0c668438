-- name: growing_sets
SELECT
  s.set_id,
  s.parent_id,
  s.item,
  s.support
FROM "sets" AS s
WHERE
  (
    s.support >= 11 AND s.support < s.subset_support
  )
  AND EXISTS(
    SELECT
      1
    FROM "rules" AS r
    WHERE
      r.set_id = s.set_id
  )

-- name: work_ahead
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

-- name: occurrences_of_sets
SELECT
  o.record_id,
  o.set_id,
  o.last
FROM "occurrences" AS o
WHERE
  EXISTS(
    SELECT
      1
    FROM "sets" AS s
    WHERE
      s.set_id = o.set_id
  )
