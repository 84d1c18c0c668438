-- The rows of a single dataset.
-- in:  rows (record_id, item)
-- out: draw, record_id, item
SELECT 0 AS draw, r.record_id, r.item
FROM rows AS r
