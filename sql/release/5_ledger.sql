-- What was changed, for the data's owner alone: with the release, the ledger gives the source back.
-- 1. The rules that were broken, in words. 2. A row for each change: single occurrences, occurrences in groups, or whole items.
-- 3. Written as CSV or TSV, JSON or Parquet.
-- phase: listing what was changed

-- name: causes
-- Each rule that was broken, in words: what is known -> what follows.
-- in:  causes (cause, item, is_sensitive), items (item, label)
-- out: cause, rule
SELECT
    k.cause,
    concat(string_agg(k.known, ' & ' ORDER BY k.known), ' -> ', max(k.inferred)) AS rule
FROM (
    SELECT
        causes.cause,
        CASE WHEN causes.is_sensitive = 0 THEN items.label END AS known,
        CASE WHEN causes.is_sensitive = 1 THEN items.label END AS inferred
    FROM causes
    JOIN items ON causes.item = items.item) AS k
GROUP BY k.cause
UNION ALL
SELECT 0 AS cause, 'the rest of the record -> the item' AS rule
UNION ALL
SELECT -1 AS cause, 'dropped, as was asked for' AS rule

-- name: ledger_occurrences
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

-- name: ledger_groups
-- Every occurrence that is not as it was, for the data's owner alone: generalized to a label, or suppressed, with the rule
-- that it helped to break.
-- in:  occurrences (record_id, item, node), suppressed (record_id, node, cause), items (item, label), labels (item, label)
--      of all that may be published, record_ids (record_id, source_id), causes (cause, rule)
-- out: position (to write by; the seed first), record_id, item, action, label, cause
SELECT
    0 AS position, CAST(NULL AS VARCHAR) AS record_id, CAST(NULL AS VARCHAR) AS item,
    'seed' AS action, $seed AS label, CAST(NULL AS VARCHAR) AS cause
UNION ALL
SELECT
    o.record_id AS position, record_ids.source_id AS record_id, items.label AS item,
    CASE WHEN s.node IS NULL THEN 'generalized' ELSE 'suppressed' END AS action,
    CASE WHEN s.node IS NULL THEN labels.label END AS label,
    causes.rule AS cause
FROM occurrences AS o
JOIN items ON o.item = items.item
JOIN record_ids ON o.record_id = record_ids.record_id
LEFT JOIN labels ON o.node = labels.item
LEFT JOIN suppressed AS s ON o.record_id = s.record_id AND o.node = s.node
LEFT JOIN causes ON s.cause = causes.cause
WHERE o.node <> o.item OR s.node IS NOT NULL

-- name: ledger
-- Every change of every record, for the data's owner alone: what stood there, what stands there now, and why.
-- in:  transactions (record_id, item), items (item, label), record_ids (record_id, source_id), changes (item, action, label, cause)
-- out: position (to write by; the seed first), record_id, item, action, label, cause
SELECT
    0 AS position, CAST(NULL AS VARCHAR) AS record_id, CAST(NULL AS VARCHAR) AS item,
    'seed' AS action, $seed AS label, CAST(NULL AS VARCHAR) AS cause
UNION ALL
SELECT t.record_id, record_ids.source_id, items.label, changes.action, changes.label, changes.cause
FROM transactions AS t
JOIN changes ON t.item = changes.item
JOIN items ON t.item = items.item
JOIN record_ids ON t.record_id = record_ids.record_id

-- name: released
-- The id that each record is released under: so its person can be found again.
-- in:  places (record_id, published_id), record_ids (record_id, source_id)
-- out: position (to write by), record_id, item, action, label, cause
SELECT
    places.record_id AS position, record_ids.source_id AS record_id, CAST(NULL AS VARCHAR) AS item,
    'released' AS action, CAST(places.published_id AS VARCHAR) AS label, CAST(NULL AS VARCHAR) AS cause
FROM places
JOIN record_ids ON record_ids.record_id = places.record_id

-- name: write_delimited (duckdb)
-- Write the ledger as CSV or TSV.
-- in:  ledger (position, record_id, item, action, label, cause)
-- out: the file $path, columns separated by $separator
-- only: duckdb, because it alone writes files
COPY (SELECT record_id, item, action, label, cause FROM ledger ORDER BY position, item)
TO $path (FORMAT csv, HEADER true, DELIMITER $separator, QUOTE '"', ESCAPE '"', USE_TMP_FILE false)

-- name: write_json (duckdb)
-- Write the ledger as one JSON object a line.
-- in:  ledger (position, record_id, item, action, label, cause)
-- out: the file $path
-- only: duckdb, because it alone writes files
COPY (SELECT record_id, item, action, label, cause FROM ledger ORDER BY position, item)
TO $path (FORMAT json, USE_TMP_FILE false)

-- name: write_parquet (duckdb)
-- Write the ledger as Parquet.
-- in:  ledger (position, record_id, item, action, label, cause)
-- out: the file $path
-- only: duckdb, because it alone writes files
COPY (SELECT record_id, item, action, label, cause FROM ledger ORDER BY position, item)
TO $path (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)
