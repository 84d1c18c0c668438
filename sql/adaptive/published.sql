-- What is left to be published.
-- in:  occurrences (group_id, record_id, node), lost (record_id, node)
-- out: record_id, item (the label's number)
SELECT DISTINCT o.record_id, o.node AS item
FROM occurrences AS o
ANTI JOIN lost AS l ON l.record_id = o.record_id AND l.node = o.node
