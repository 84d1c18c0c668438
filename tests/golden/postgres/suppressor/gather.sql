-- name: level_members
SELECT
  m.set_id,
  m.item
FROM "members" AS m
WHERE
  EXISTS(
    SELECT
      1
    FROM "rules" AS r
    WHERE
      r.set_id = m.set_id
  )

-- name: level_occurrences_with_sensitive
SELECT
  o.record_id,
  o.set_id
FROM "occurrences" AS o
WHERE
  EXISTS(
    SELECT
      1
    FROM "sensitive_rows" AS h
    WHERE
      h.record_id = o.record_id
  )

-- name: level_occurrences
SELECT
  o.record_id,
  o.set_id
FROM "occurrences" AS o
WHERE
  EXISTS(
    SELECT
      1
    FROM "rules" AS r
    WHERE
      r.set_id = o.set_id
  )
