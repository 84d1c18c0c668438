-- Which rules are above rho = $part / $whole?
-- in:  rules (set_id, hidden, both, support, size)
-- out: set_id, hidden, both, support, size
SELECT r.set_id, r.hidden, r.both, r.support, r.size
FROM rules AS r
WHERE cast(r.both AS bigint) * $whole > cast(r.support AS bigint) * $part
