-- name: released_labels
SELECT
  l.label
FROM `labels` AS l
SEMI JOIN `published` AS p
  ON p.item = l.item
ORDER BY
  l.label NULLS LAST

-- name: rows_by_level
SELECT
  l.level AS label,
  COUNT(*) AS n_rows,
  COUNT(DISTINCT r.record_id) AS n_records
FROM `release` AS r
JOIN `label_table` AS l
  ON l.label = r.item
GROUP BY
  l.level
ORDER BY
  n_rows DESC,
  l.level NULLS LAST
