-- Which rules are above the limit of their item, part / whole? Compared in whole numbers.
-- in:  rules (set_id, hidden, both, support), limits (item, part, whole)
-- out: set_id, hidden, both, support
-- Nakagawa et al., Definition 2
SELECT r.set_id, r.hidden, r.both, r.support
FROM rules AS r
JOIN limits AS l ON l.item = r.hidden
WHERE cast(r.both AS bigint) * l.whole > cast(r.support AS bigint) * l.part
