-- Open what the data stands in: a text file, a CSV file, a Parquet file, or a table of a database file.
-- 1. The lines of a text file; the first of them tell what it is. Lines that are data; the pieces they consist of.
-- 2. The columns of a CSV file. 3. Those of a Parquet file, and what they are called in it. 4. The tables in a database file.
-- No column comes from the name of a folder, such as item=a, unless several Parquet files are read.
-- Only DuckDB reads files; a warehouse starts with the next step.
-- phase: reading the file

-- name: lines (duckdb)
-- The lines of a text file, numbered from 1 as they stand in it; an empty line has NULL.
-- only: duckdb, because reading a file is DuckDB's own
-- in:  the file $path (also gz or zst); $apart is what no line holds: there is one column only
-- out: record, line
SELECT cast(row_number() OVER () AS INTEGER) AS record, line
FROM read_csv(
  $path, columns = {'line': 'VARCHAR'}, auto_detect = false, header = false, delim = $apart, quote = chr(0),
  escape = chr(0), strict_mode = false, hive_partitioning = false
)

-- name: head (duckdb)
-- The first $n lines of a text file, in order: enough to see what it is. The limit is inside, so that no more is read.
-- only: duckdb, because it reads what sources/read/lines reads
-- in:  lines
-- out: line
SELECT coalesce(line, '') AS line FROM (SELECT record, line FROM lines LIMIT $n) AS first ORDER BY record

-- name: line_counts
-- How many lines are there, and how many of them begin with one of the $marks of headers and comments?
-- in:  lines
-- out: n, n_marked
SELECT count(*) AS n, count(*) FILTER (WHERE strpos($marks, substr(line, 1, 1)) > 0 AND length(line) > 0) AS n_marked
FROM lines

-- name: plain_lines
-- The lines that are data, without header and comment lines: these begin with one of the $marks.
-- in:  lines
-- out: record, line
SELECT record, line FROM lines WHERE line IS NULL OR length(line) = 0 OR strpos($marks, substr(line, 1, 1)) = 0

-- name: pieces (duckdb)
-- The pieces of basket lines, split at $sep; $quoted is the pattern of a piece in a line that holds quotes.
-- What stands in a piece is cleaned once for each different piece (sources/numbers/basket_labels). A blank line has none.
-- only: duckdb, because a line is cut into a list
-- in:  lines
-- out: record, item
SELECT
  record,
  unnest(
    CASE WHEN contains(line, '"') THEN regexp_extract_all(line, $quoted, 1) ELSE string_split(line, $sep) END
  ) AS item
FROM lines
WHERE length(trim(line, $blanks)) > 0

-- name: csv (duckdb)
-- The rows of a CSV file below its header, everything as text; the program adds one column c1, c2, … for each field.
-- only: duckdb, because reading a file is DuckDB's own
-- in:  the file $path (also gz or zst), its separator $sep, how many lines $above its header are skipped
-- out: c1, …
SELECT * FROM read_csv(
  $path, columns = {'c1': 'VARCHAR'}, auto_detect = false, header = true, delim = $sep, quote = '"', escape = '"',
  skip = $above, hive_partitioning = false
)

-- name: copied (duckdb)
-- The rows that a database elsewhere sent: no header, every value in quotes but NULL; the program says which columns.
-- only: duckdb, because reading a file is DuckDB's own
-- in:  the file $path
-- out: c1, …
SELECT * FROM read_csv(
  $path, columns = {'c1': 'VARCHAR'}, auto_detect = false, header = false, delim = ',', quote = '"', escape = '"',
  nullstr = '', allow_quoted_nulls = false, max_line_size = 67108864, hive_partitioning = false
)

-- name: parquet (duckdb)
-- The rows of a Parquet file, with no columns guessed from the names of its folders.
-- only: duckdb, because reading a file is DuckDB's own
-- in:  the file $path
-- out: its columns
SELECT * FROM read_parquet($path, hive_partitioning = false)

-- name: parquet_files (duckdb)
-- The rows of several Parquet files, or of one elsewhere; folders called name=value are columns, too.
-- only: duckdb, because reading a file is DuckDB's own
-- in:  the pattern or the address $path
-- out: their columns
SELECT * FROM read_parquet($path, hive_partitioning = true)

-- name: variable (duckdb)
-- What is the value of a variable that the user's own statements set?
-- only: duckdb, because it asks DuckDB for its variables
-- in:  $name
-- out: value
SELECT getvariable($name) AS value

-- name: parquet_names (duckdb)
-- What the columns of Parquet files are called in them (DuckDB renames those that differ only in case), the root first,
-- each before those in it; and how many digits the decimals in it have.
-- only: duckdb, because reading a file is DuckDB's own
-- in:  the file or the pattern $path
-- out: name, num_children, digits
SELECT name, coalesce(num_children, 0) AS num_children, coalesce("precision", 0) AS digits FROM parquet_schema($path)

-- name: relations (duckdb)
-- The tables and views of an attached database file.
-- only: duckdb, because it reads the catalog of DuckDB
-- in:  the catalog of DuckDB, the name $alias of the attached file
-- out: schema_name, relation_name, is_view
SELECT schema_name, table_name AS relation_name, false AS is_view FROM duckdb_tables() WHERE database_name = $alias
UNION ALL
SELECT schema_name, view_name, true FROM duckdb_views() WHERE database_name = $alias AND NOT internal
ORDER BY schema_name, relation_name

-- name: table_macros (duckdb)
-- The macros that give tables and were made in the database in memory, by the user's own statements.
-- only: duckdb, because it reads the catalog of DuckDB
-- in:  the catalog of DuckDB
-- out: name
SELECT DISTINCT function_name AS name
FROM duckdb_functions()
WHERE database_name = 'memory' AND schema_name = 'main' AND function_type = 'table_macro' AND NOT internal
