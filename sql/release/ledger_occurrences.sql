-- Every occurrence that went, for the data's owner alone, with the rule that it helped to break.
-- in:  suppressed (record_id, item, cause), items (item, label), record_ids (record_id, source_id), causes (cause, rule)
-- out: position (to write by; the seed first), record_id, item, action, label, cause
SELECT
    0 AS position, CAST(NULL AS VARCHAR) AS record_id, CAST(NULL AS VARCHAR) AS item,
    'seed' AS action, $seed AS label, CAST(NULL AS VARCHAR) AS cause
UNION ALL
SELECT
    s.record_id AS position, record_ids.source_id AS record_id, items.label AS item,
    'suppressed' AS action, CAST(NULL AS VARCHAR) AS label, causes.rule AS cause
FROM suppressed AS s
JOIN items ON s.item = items.item
JOIN record_ids ON s.record_id = record_ids.record_id
LEFT JOIN causes ON s.cause = causes.cause
