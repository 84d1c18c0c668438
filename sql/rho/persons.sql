-- How many persons are at risk?
-- in:  at_risk (record_id)
-- out: n
SELECT count(DISTINCT a.record_id) AS n
FROM at_risk AS a
