-- How many chunks are there in a list?
-- in:  bad (chunk_id)
-- out: n
SELECT count(DISTINCT b.chunk_id) AS n
FROM bad AS b
