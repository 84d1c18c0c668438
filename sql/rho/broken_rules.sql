-- Which rules are above the limit of their item, part / whole?
-- in:  rules (set_id, hidden, both, support, size), limits (item, part, whole)
-- out: set_id, hidden, both, support, size
SELECT r.set_id, r.hidden, r.both, r.support, r.size
FROM rules AS r
JOIN limits AS l ON l.item = r.hidden
WHERE cast(r.both AS bigint) * l.whole > cast(r.support AS bigint) * l.part
