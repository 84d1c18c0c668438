-- Which contested rules are late, since a rule that nobody contests takes an item of their records, and which are open until
-- it is known what comes of an earlier one? Whoever takes an item first from a record is contested by nobody else for it.
-- in:  contested (place, earlier)
-- out: place, verdict (0: late, 1: open)
SELECT c.place, min(CASE WHEN o.place IS NULL THEN 0 ELSE 1 END) AS verdict
FROM contested AS c
LEFT JOIN (SELECT DISTINCT x.place FROM contested AS x) AS o ON o.place = c.earlier
GROUP BY c.place
