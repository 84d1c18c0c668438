-- Which record holds which item that is frequent enough?
-- in:  transactions (record_id, item), found (item, size, support)
-- out: record_id, item
SELECT t.record_id, t.item
FROM transactions AS t
JOIN found AS f ON f.item = t.item AND f.size = 1 AND f.support >= $least
