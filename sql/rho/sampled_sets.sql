-- How many records hold each drawn set?
-- in:  occurrences (set_id)
-- out: set_id, support
SELECT o.set_id, cast(count(*) AS integer) AS support
FROM occurrences AS o
GROUP BY o.set_id
