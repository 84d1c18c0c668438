-- Which record holds which set of one item?
-- in:  transactions (record_id, item), sets (set_id, item)
-- out: record_id, set_id, last (the most frequent item of the set)
SELECT t.record_id, s.set_id, t.item AS last
FROM transactions AS t
JOIN sets AS s ON s.item = t.item
