-- Sets of items that are protected by name, in a release: does k hold all that each record holds of each of them?
-- phase: recounting protected sets

-- name: held
-- What each record holds of each set, as a record of its own, with labels of its own.
-- in:  lines (record_id, item), protected_labels (set_id, label)
-- out: record_id, item, source_record
SELECT
  concat(CAST(l.record_id AS VARCHAR), '/', CAST(p.set_id AS VARCHAR)) AS record_id,
  concat(CAST(p.set_id AS VARCHAR), '/', p.label) AS item,
  l.record_id AS source_record
FROM lines AS l
JOIN protected_labels AS p ON p.label = CAST(l.item AS VARCHAR)

-- name: persons
-- Whose these are.
-- in:  held (record_id, source_record), persons (record_id, person)
-- out: record_id, person
SELECT h.record_id, p.person
FROM persons AS p
JOIN (SELECT DISTINCT record_id, source_record FROM held) AS h ON h.source_record = p.record_id
