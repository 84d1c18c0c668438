SELECT
  COUNT(*) AS n_labels,
  COUNT(*) FILTER(WHERE
    support < 11) AS n_rare,
  MIN(support) AS smallest
FROM "labels" AS labels
