-- How many records has the largest simple cluster?
-- in:  clusters (kind, size)
-- out: n
SELECT max(c.size) AS n
FROM clusters AS c
WHERE c.kind = 'simple'
