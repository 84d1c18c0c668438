-- The first $n lines of a text file, in order: enough to see what it is. The limit is inside, so that no more is read.
-- only: duckdb, because it reads what sources/lines reads
-- in:  lines
-- out: line
SELECT coalesce(line, '') AS line FROM (SELECT record, line FROM lines LIMIT $n) AS first ORDER BY record
