-- Whose knowledge of one size tells an item that is sensitive for everybody too surely?
-- in:  above (set_id), occurrences (record_id, set_id)
-- out: record_id
SELECT DISTINCT o.record_id
FROM occurrences AS o
SEMI JOIN above AS a ON a.set_id = o.set_id
