-- name: equal_ids
SELECT
  COUNT(*) AS n
FROM "persons" AS p
JOIN "record_ids" AS r
  ON r.source_id = p.new_id
JOIN "places" AS q
  ON q.record_id = r.record_id AND CAST(q.published_id AS TEXT) = p.old_id
WHERE
  EXISTS(
    SELECT
      1
    FROM "release" AS o
    WHERE
      CAST(o.record_id AS TEXT) = p.old_id
  )

-- name: of_both
SELECT
  h.person,
  h.label
FROM "held" AS h
WHERE
  EXISTS(
    SELECT
      1
    FROM "others" AS o
    WHERE
      o.person = h.person
  )
