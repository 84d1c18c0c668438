SELECT DISTINCT
  original.record_id,
  labels.item
FROM "original" AS original
JOIN "labels" AS labels
  ON original.item = labels.label
