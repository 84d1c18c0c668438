SELECT DISTINCT
  labels.label
FROM "published" AS published
JOIN "labels" AS labels
  ON published.item = labels.item
JOIN "hidden" AS hidden
  ON labels.label = hidden.label
ORDER BY
  labels.label
