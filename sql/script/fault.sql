-- What one check found.
-- in:  answer (faults)
-- out: check_name, faults
SELECT $check_name AS check_name, a.faults
FROM answer AS a
