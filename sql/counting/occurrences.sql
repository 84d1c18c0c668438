-- Which record holds which item that is a frequent generator?
-- in:  transactions (record_id, item), generators (gen_id, source_item) of size 1
-- out: record_id, gen_id
SELECT t.record_id, g.gen_id
FROM transactions AS t
JOIN generators AS g ON g.source_item = t.item
