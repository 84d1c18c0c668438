-- Which labels of a group can still be specialized?
-- in:  occurrences (group_id, node), steps (node), closed (group_id, node)
-- out: group_id, node
SELECT DISTINCT o.group_id, o.node
FROM occurrences AS o
SEMI JOIN steps AS s ON s.node = o.node
ANTI JOIN closed AS c ON c.group_id = o.group_id AND c.node = o.node
