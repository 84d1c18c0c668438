-- Each label as a set of one.
-- in:  transactions (item, weight)
-- out: set_id, prefix_id (0: the empty set), item, support
SELECT t.item AS set_id, 0 AS prefix_id, t.item, CAST(sum(t.weight) AS INTEGER) AS support
FROM transactions AS t GROUP BY t.item
