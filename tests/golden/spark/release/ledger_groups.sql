SELECT
  0 AS position,
  CAST(NULL AS STRING) AS record_id,
  CAST(NULL AS STRING) AS item,
  'seed' AS action,
  11 AS label,
  CAST(NULL AS STRING) AS cause
UNION ALL
SELECT
  o.record_id AS position,
  record_ids.source_id AS record_id,
  items.label AS item,
  CASE WHEN s.node IS NULL THEN 'generalized' ELSE 'suppressed' END AS action,
  CASE WHEN s.node IS NULL THEN labels.label END AS label,
  causes.rule AS cause
FROM `occurrences` AS o
JOIN `items` AS items
  ON o.item = items.item
JOIN `record_ids` AS record_ids
  ON o.record_id = record_ids.record_id
LEFT JOIN `labels` AS labels
  ON o.node = labels.item
LEFT JOIN `suppressed` AS s
  ON o.record_id = s.record_id AND o.node = s.node
LEFT JOIN `causes` AS causes
  ON s.cause = causes.cause
WHERE
  o.node <> o.item OR NOT s.node IS NULL
