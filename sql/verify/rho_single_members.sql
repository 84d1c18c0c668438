-- Each label as a set of one.
-- in:  transactions (item)
-- out: set_id, item
SELECT DISTINCT t.item AS set_id, t.item FROM transactions AS t
