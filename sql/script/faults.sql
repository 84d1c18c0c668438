-- The result: faults by check.
-- in:  findings (check_name, faults)
-- out: check_name, faults
SELECT f.check_name, sum(f.faults) AS faults
FROM findings AS f
GROUP BY f.check_name
ORDER BY f.check_name
