-- What is the largest number of a cluster?
-- in:  trees (top_id)
-- out: last_id
SELECT max(t.top_id) AS last_id
FROM trees AS t
