SELECT DISTINCT
  lines.record_id,
  labels.item
FROM "lines" AS lines
JOIN "labels" AS labels
  ON lines.item = labels.label
WHERE
  NOT lines.record_id IS NULL
