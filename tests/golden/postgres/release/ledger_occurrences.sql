SELECT
  0 AS position,
  CAST(NULL AS TEXT) AS record_id,
  CAST(NULL AS TEXT) AS item,
  'seed' AS action,
  11 AS label,
  CAST(NULL AS TEXT) AS cause
UNION ALL
SELECT
  s.record_id AS position,
  record_ids.source_id AS record_id,
  items.label AS item,
  'suppressed' AS action,
  CAST(NULL AS TEXT) AS label,
  causes.rule AS cause
FROM "suppressed" AS s
JOIN "items" AS items
  ON s.item = items.item
JOIN "record_ids" AS record_ids
  ON s.record_id = record_ids.record_id
LEFT JOIN "causes" AS causes
  ON s.cause = causes.cause
