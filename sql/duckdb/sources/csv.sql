-- The rows of a CSV file below its header, everything as text; the program adds one column c1, c2, … for each field.
-- only: duckdb, because reading a file is DuckDB's own
-- in:  the file $path (also gz or zst), its separator $sep
-- out: c1, …
SELECT * FROM read_csv(
  $path, columns = {'c1': 'VARCHAR'}, auto_detect = false, header = true, delim = $sep, quote = '"', escape = '"'
)
