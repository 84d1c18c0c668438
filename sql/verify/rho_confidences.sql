-- How many of the records that hold a set hold a sensitive label besides?
-- in:  occurrences (record_id, set_id, weight), hidden_rows (record_id, item), members (set_id, item), supports (set_id, support)
-- out: set_id, hidden, joint, support
WITH joint AS (
    SELECT o.set_id, hidden_rows.item AS hidden, CAST(sum(o.weight) AS INTEGER) AS joint
    FROM occurrences AS o JOIN hidden_rows ON o.record_id = hidden_rows.record_id
    GROUP BY o.set_id, hidden_rows.item)
SELECT joint.set_id, joint.hidden, joint.joint, supports.support
FROM joint
JOIN supports ON joint.set_id = supports.set_id
LEFT JOIN members ON joint.set_id = members.set_id AND joint.hidden = members.item
WHERE members.item IS NULL
