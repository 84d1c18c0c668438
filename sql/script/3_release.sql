-- A release that a script makes in a warehouse, by the labels that a mapping gives to items.
-- 1. Each record with its labels. 2. The same under new record ids (release/record_ids/shuffled). 3. Which labels occur, how
-- many records and rows there are, and how many items of the data the mapping does not know.
-- Reads source_rows (record_id, item) and mapping (item, label); makes the release (record_id, item).
-- phase: making the release

-- name: labelled
-- Each record with the labels of its items. An item that the mapping does not know, or sends nowhere, has none.
-- in:  source_rows (record_id, item), mapping (item, label)
-- out: record_id, label
SELECT DISTINCT r.record_id, m.label
FROM source_rows AS r
JOIN mapping AS m ON m.item = cast(r.item AS VARCHAR)
WHERE length(m.label) > 0

-- name: released
-- The rows of the release: labels under new record ids, and in their order, where a table has one.
-- in:  labelled (record_id, label), places (record_id, published_id)
-- out: record_id, item
SELECT p.published_id AS record_id, l.label AS item
FROM labelled AS l
JOIN places AS p ON p.record_id = l.record_id
ORDER BY p.published_id, l.label

-- name: released_counts
-- How large is the release, and how many rows of the source have an item that the mapping does not know? They are left out.
-- in:  released (record_id, item), source_rows (item), mapping (item)
-- out: n_rows, n_records, n_unknown
SELECT s.n_rows, s.n_records, u.n_unknown
FROM (SELECT count(*) AS n_rows, count(DISTINCT d.record_id) AS n_records FROM released AS d) AS s
CROSS JOIN (
  SELECT count(*) AS n_unknown
  FROM source_rows AS r
  ANTI JOIN mapping AS m ON m.item = cast(r.item AS VARCHAR)
) AS u
