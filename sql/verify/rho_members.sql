-- Which labels make up each numbered set?
-- in:  numbered (set_id, prefix_id, item), members (set_id, item) of the prefixes
-- out: set_id, item
SELECT numbered.set_id, members.item FROM numbered JOIN members ON numbered.prefix_id = members.set_id
UNION ALL
SELECT set_id, item FROM numbered
