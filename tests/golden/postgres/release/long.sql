SELECT
  places.position,
  places.published_id AS record_id,
  labels.label AS item
FROM "published" AS published
JOIN "places" AS places
  ON published.record_id = places.record_id
JOIN "labels" AS labels
  ON published.item = labels.item
