-- Each row once.
-- in:  coded
-- out: record_id, item
SELECT DISTINCT record_id, item FROM coded
