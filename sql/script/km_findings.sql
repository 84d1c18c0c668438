-- The result: what was found at each size.
-- in:  findings (size, minimal_threats, records_at_risk)
-- out: size, minimal_threats, records_at_risk
SELECT f.size, f.minimal_threats, f.records_at_risk
FROM findings AS f
ORDER BY f.size
