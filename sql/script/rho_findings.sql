-- The result: what was found at each size.
-- in:  findings (size, rules_above_rho, persons_at_risk, highest_confidence)
-- out: size, rules_above_rho, persons_at_risk, highest_confidence
SELECT f.size, f.rules_above_rho, f.persons_at_risk, f.highest_confidence
FROM findings AS f
ORDER BY f.size
