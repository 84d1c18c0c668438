-- How many persons does the constraint name, and how many of them are not in the data?
-- in:  named (source_id), record_ids (source_id)
-- out: named, unknown
SELECT count(*) AS named, count(*) FILTER (WHERE r.source_id IS NULL) AS unknown
FROM (SELECT DISTINCT n.source_id FROM named AS n) AS p
LEFT JOIN record_ids AS r ON r.source_id = p.source_id
