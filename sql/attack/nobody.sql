-- Nobody has been linked yet.
-- in:  known_rows (record_id)
-- out: record_id, learned, whole, chance
SELECT DISTINCT r.record_id, cast(0 AS bigint) AS learned, 0 AS whole, cast(0 AS double) AS chance
FROM known_rows AS r
