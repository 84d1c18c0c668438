SELECT
  wishes.record_id,
  labels.item
FROM "wishes" AS wishes
JOIN "labels" AS labels
  ON wishes.item = labels.label
