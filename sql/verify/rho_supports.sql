-- How many records hold each set?
-- in:  occurrences (set_id, weight)
-- out: set_id, support
SELECT set_id, CAST(sum(weight) AS INTEGER) AS support FROM occurrences GROUP BY set_id
