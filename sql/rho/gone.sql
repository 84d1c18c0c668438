-- What was suppressed, for the list of all that was.
-- in:  suppressed (record_id, item, cause)
-- out: record_id, item, cause
SELECT s.record_id, s.item, s.cause
FROM suppressed AS s
