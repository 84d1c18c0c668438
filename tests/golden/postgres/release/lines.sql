SELECT
  places.position,
  STRING_AGG(labels.label, 11
  ORDER BY
    labels.label) AS line
FROM "places" AS places
LEFT JOIN "published" AS published
  ON published.record_id = places.record_id
LEFT JOIN "labels" AS labels
  ON published.item = labels.item
GROUP BY
  places.position
