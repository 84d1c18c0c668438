-- Which rules are not accepted, or not yet?
-- in:  turns (place, verdict: 0 late, 1 open, 2 accepted)
-- out: place, verdict
SELECT t.place, t.verdict
FROM turns AS t
WHERE t.verdict < 2
