-- The lines of a text file, numbered from 1 as they stand in it; an empty line has NULL.
-- only: duckdb, because reading a file is DuckDB's own
-- in:  the file $path (also gz or zst); $apart is what no line holds: there is one column only
-- out: record, line
SELECT cast(row_number() OVER () AS INTEGER) AS record, line
FROM read_csv(
  $path, columns = {'line': 'VARCHAR'}, auto_detect = false, header = false, delim = $apart, quote = chr(0),
  escape = chr(0), strict_mode = false
)
