-- The rules of one size, told apart from those of other sizes.
-- in:  rules (set_id, hidden, both, support)
-- out: set_id, hidden, both, support, size
SELECT r.set_id, r.hidden, r.both, r.support, $size AS size
FROM rules AS r
