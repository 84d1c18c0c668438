-- How many records hold each label of the release?
-- in:  release (record_id, item: the label as text)
-- out: label, n
SELECT item AS label, count(DISTINCT record_id) AS n FROM release GROUP BY item
