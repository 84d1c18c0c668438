-- What stands for each occurrence at the end: it starts at its floor and goes up whenever its label does in its record.
-- phase: writing what stands for each item

-- name: moved
-- Which occurrences are lifted from where they are, first when, and to which node (0: to none)?
-- in:  occurrences (record_id, item, node, round), moves (record_id, node, round), steps (node, parent)
-- out: record_id, item, node, round
SELECT o.record_id, o.item, s.parent AS node, min(m.round) AS round
FROM occurrences AS o
JOIN moves AS m ON m.record_id = o.record_id AND m.node = o.node AND m.round > o.round
JOIN steps AS s ON s.node = o.node
GROUP BY o.record_id, o.item, s.parent

-- name: settled
-- Which occurrences stay where they are?
-- in:  occurrences (record_id, item, node, round), moved (record_id, item)
-- out: record_id, item, node
SELECT o.record_id, o.item, o.node
FROM occurrences AS o
ANTI JOIN moved AS m ON m.record_id = o.record_id AND m.item = o.item

-- name: on_the_way
-- Which of them are not gone?
-- in:  moved (record_id, item, node, round)
-- out: record_id, item, node, round
SELECT record_id, item, node, round FROM moved WHERE node > 0
