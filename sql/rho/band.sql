-- The rules with a confidence of at least 1 / $least, and under 1 / $most where that is not 0.
-- in:  rules (set_id, hidden, both, support)
-- out: set_id, hidden, both, support
SELECT r.set_id, r.hidden, r.both, r.support
FROM rules AS r
WHERE cast(r.both AS bigint) * $least >= r.support AND cast(r.both AS bigint) * $most < r.support
