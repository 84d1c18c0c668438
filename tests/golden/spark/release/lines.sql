SELECT
  places.position,
  LISTAGG(labels.label, 11) WITHIN GROUP (ORDER BY
    labels.label NULLS LAST) AS line
FROM `places` AS places
LEFT JOIN `published` AS published
  ON published.record_id = places.record_id
LEFT JOIN `labels` AS labels
  ON published.item = labels.item
GROUP BY
  places.position
