-- name: causes
SELECT
  k.cause,
  CONCAT(
    COALESCE(LISTAGG(k.known, ' & ') WITHIN GROUP (ORDER BY
      k.known NULLS LAST), ''),
    ' -> ',
    COALESCE(MAX(k.inferred), '')
  ) AS rule
FROM (
  SELECT
    causes.cause,
    CASE WHEN causes.is_sensitive = 0 THEN items.label END AS known,
    CASE WHEN causes.is_sensitive = 1 THEN items.label END AS inferred
  FROM `causes` AS causes
  JOIN `items` AS items
    ON causes.item = items.item
) AS k
GROUP BY
  k.cause
UNION ALL
SELECT
  0 AS cause,
  'the rest of the record -> the item' AS rule
UNION ALL
SELECT
  -1 AS cause,
  'dropped, as was asked for' AS rule

-- name: ledger_occurrences
SELECT
  0 AS position,
  CAST(NULL AS STRING) AS record_id,
  CAST(NULL AS STRING) AS item,
  'seed' AS action,
  11 AS label,
  CAST(NULL AS STRING) AS cause
UNION ALL
SELECT
  s.record_id AS position,
  record_ids.source_id AS record_id,
  items.label AS item,
  'suppressed' AS action,
  CAST(NULL AS STRING) AS label,
  causes.rule AS cause
FROM `suppressed` AS s
JOIN `items` AS items
  ON s.item = items.item
JOIN `record_ids` AS record_ids
  ON s.record_id = record_ids.record_id
LEFT JOIN `causes` AS causes
  ON s.cause = causes.cause

-- name: ledger_groups
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

-- name: ledger
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

-- name: released
SELECT
  places.record_id AS position,
  record_ids.source_id AS record_id,
  CAST(NULL AS STRING) AS item,
  'released' AS action,
  CAST(places.published_id AS STRING) AS label,
  CAST(NULL AS STRING) AS cause
FROM `places` AS places
JOIN `record_ids` AS record_ids
  ON record_ids.record_id = places.record_id
