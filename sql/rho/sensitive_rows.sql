-- Which record holds which item that somebody wants hidden?
-- in:  transactions (record_id, item), hidden (item)
-- out: record_id, item
SELECT t.record_id, t.item
FROM transactions AS t
SEMI JOIN hidden AS h ON h.item = t.item
