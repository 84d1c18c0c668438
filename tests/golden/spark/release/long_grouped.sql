SELECT
  places.position,
  places.published_id AS record_id,
  labels.label AS item,
  record_groups.group_id
FROM `published` AS published
JOIN `places` AS places
  ON published.record_id = places.record_id
JOIN `labels` AS labels
  ON published.item = labels.item
JOIN `record_groups` AS record_groups
  ON published.record_id = record_groups.record_id
