-- The cells of a one-hot table that are not plainly $zero. The program names its columns c1, c2, …: all are of one type.
-- only: duckdb, because it turns columns into rows
-- in:  wide (row, record, c1, …)
-- out: row, record, own (the column), cell (as text)
SELECT row, record, own, cast(cell AS VARCHAR) AS cell
FROM (SELECT * FROM wide) AS every UNPIVOT INCLUDE NULLS (cell FOR own IN (c1))
WHERE cell IS NULL OR cell <> $zero
