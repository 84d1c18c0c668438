-- name: frequent_parts
SELECT
  r.draw,
  r.record_id,
  STRING_AGG(CAST(r.item AS TEXT), ','
  ORDER BY
    r.item) AS items
FROM "rows" AS r
WHERE
  EXISTS(
    SELECT
      1
    FROM "frequent" AS f
    WHERE
      f.item = r.item
  )
GROUP BY
  r.draw,
  r.record_id

-- name: first_occurrences
SELECT
  d.distinct_id,
  r.item AS set_id,
  0 AS parent_id,
  r.item AS last,
  d.original,
  d.released
FROM "distinct_records" AS d
JOIN "rows" AS r
  ON r.draw = d.draw AND r.record_id = d.record_id
WHERE
  EXISTS(
    SELECT
      1
    FROM "frequent" AS f
    WHERE
      f.item = r.item
  )
