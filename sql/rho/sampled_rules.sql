-- The rules from drawn sets, with the size of the set.
-- in:  rules (set_id, hidden, both, support), members (set_id, size)
-- out: set_id, hidden, both, support, size
SELECT r.set_id, r.hidden, r.both, r.support, m.size
FROM rules AS r
JOIN (SELECT DISTINCT n.set_id, n.size FROM members AS n) AS m ON m.set_id = r.set_id
