-- The first $n lines of a text file, in order: enough to see what it is.
-- in:  lines
-- out: line
SELECT coalesce(line, '') AS line FROM lines ORDER BY record LIMIT $n
