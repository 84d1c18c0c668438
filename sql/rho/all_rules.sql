-- All rules of a table, in a fixed order.
-- in:  rules (set_id, hidden, both, support, size)
-- out: set_id, hidden, both, support, size
SELECT r.set_id, r.hidden, r.both, r.support, r.size
FROM rules AS r
ORDER BY r.size, r.set_id, r.hidden
