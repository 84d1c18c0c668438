SELECT
  0 AS position,
  CAST(NULL AS STRING) AS record_id,
  CAST(NULL AS STRING) AS item,
  'seed' AS action,
  11 AS label,
  CAST(NULL AS STRING) AS cause
UNION ALL
SELECT
  t.record_id,
  record_ids.source_id,
  items.label,
  changes.action,
  changes.label,
  changes.cause
FROM `transactions` AS t
JOIN `changes` AS changes
  ON t.item = changes.item
JOIN `items` AS items
  ON t.item = items.item
JOIN `record_ids` AS record_ids
  ON t.record_id = record_ids.record_id
