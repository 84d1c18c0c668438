SELECT
  COUNT(*) FILTER(WHERE
    labels.label IS NULL OR labels.label = '') AS n_missing,
  COUNT(labels.label) - COUNT(DISTINCT labels.label) AS n_shared
FROM (
  SELECT DISTINCT
    item
  FROM "published" AS published
) AS used
LEFT JOIN "labels" AS labels
  ON used.item = labels.item
