-- Which grown sets have a one-smaller subset that is no more frequent than they are?
-- in:  grown (parent_id, item, support), subsets (set_id, sub_id), sets (set_id, parent_id, item, support)
-- out: parent_id, item
SELECT c.parent_id, c.item
FROM grown AS c
JOIN subsets AS u ON u.set_id = c.parent_id
JOIN sets AS g ON g.parent_id = u.sub_id AND g.item = c.item
WHERE g.support <= c.support
