SELECT
  labels.item,
  limits.part,
  limits.whole
FROM "limits" AS limits
JOIN "labels" AS labels
  ON limits.label = labels.label
