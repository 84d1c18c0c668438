-- The rules that nobody is known yet to ask to prevent.
-- in:  rules (set_id, hidden, both, support, size), asked (set_id, hidden)
-- out: set_id, hidden, both, support, size
SELECT r.set_id, r.hidden, r.both, r.support, r.size
FROM rules AS r
ANTI JOIN asked AS a ON a.set_id = r.set_id AND a.hidden = r.hidden
