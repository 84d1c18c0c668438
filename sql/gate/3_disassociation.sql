-- The gate of a disassociated release: one SELECT, made of queries of sql/verify. What it shows in the end.
-- phase: counting faults

-- name: faults_found
-- Which checks found faults, and how many?
-- in:  findings (check_name, faults)
-- out: check_name, faults
SELECT f.check_name, cast(sum(f.faults) AS bigint) AS faults
FROM findings AS f
GROUP BY f.check_name
HAVING sum(f.faults) > 0
