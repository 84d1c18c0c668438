SELECT DISTINCT
  labels.item
FROM `hidden` AS hidden
JOIN `labels` AS labels
  ON hidden.label = labels.label
