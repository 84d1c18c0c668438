-- name: released_labels
SELECT
  l.label
FROM "labels" AS l
WHERE
  EXISTS(
    SELECT
      1
    FROM "published" AS p
    WHERE
      p.item = l.item
  )
ORDER BY
  l.label

-- name: meaning
SELECT
  p.label,
  p.item,
  CAST(1 AS DOUBLE PRECISION) / NULLIF(COUNT(*) OVER (PARTITION BY p.label), 0) AS share
FROM "label_items" AS p

-- name: rows_by_level
SELECT
  l.level AS label,
  COUNT(*) AS n_rows,
  COUNT(DISTINCT r.record_id) AS n_records
FROM "release" AS r
JOIN "label_table" AS l
  ON l.label = r.item
GROUP BY
  l.level
ORDER BY
  n_rows DESC NULLS LAST,
  l.level
