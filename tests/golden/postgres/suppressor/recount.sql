-- name: lost
SELECT DISTINCT
  o.record_id,
  o.set_id
FROM "occurrences" AS o
JOIN "suppressions" AS s
  ON s.record_id = o.record_id
WHERE
  EXISTS(
    SELECT
      1
    FROM "members" AS m
    WHERE
      m.set_id = o.set_id AND m.item = s.item
  )

-- name: kept_occurrences
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

-- name: holders_of_sets
SELECT
  k.record_id
FROM (
  SELECT
    o.record_id,
    MIN(z.size) AS size
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
  GROUP BY
    o.record_id
) AS k
JOIN "present" AS t
  ON t.record_id = k.record_id
GROUP BY
  k.record_id,
  k.size
HAVING
  COUNT(*) >= k.size + 2

-- name: other_non_generators
SELECT
  t.set_id,
  t.sub_id
FROM "non_generators" AS t
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "new_generators" AS l
    WHERE
      l.set_id = t.set_id
  )
