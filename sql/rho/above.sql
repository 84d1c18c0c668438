-- Which rules are above rho = $part / $whole? Compared in whole numbers.
-- in:  rules (set_id, hidden, both, support)
-- out: set_id, hidden, both, support
-- Nakagawa et al., Definition 2
SELECT r.set_id, r.hidden, r.both, r.support
FROM rules AS r
WHERE cast(r.both AS bigint) * $whole > cast(r.support AS bigint) * $part
