-- Where do sets occur, but for records whose confidence is known?
-- in:  occurrences (record_id, set_id), confidences (record_id)
-- out: record_id, set_id
SELECT o.record_id, o.set_id
FROM occurrences AS o
ANTI JOIN confidences AS c ON c.record_id = o.record_id
