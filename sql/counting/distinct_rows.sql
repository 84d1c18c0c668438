-- The rows of a source, each once.
-- in:  source (record_id, item)
-- out: record_id, item
SELECT DISTINCT s.record_id, s.item
FROM source AS s
WHERE s.record_id IS NOT NULL AND s.item IS NOT NULL
