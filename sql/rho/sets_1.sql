-- What one item can an adversary know, and how many records hold it?
-- in:  transactions (record_id, item)
-- out: set_id (the item), parent_id (0: the empty set), item, support
SELECT t.item AS set_id, 0 AS parent_id, t.item, cast(count(*) AS integer) AS support
FROM transactions AS t
GROUP BY t.item
