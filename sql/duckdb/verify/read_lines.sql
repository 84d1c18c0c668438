-- What does a release of basket lines hold? Lines are numbered in whatever order they are read; empty ones are left out.
-- in:  the file $path, items separated by $separator
-- out: record_id, item
-- only: duckdb, because it alone reads files
WITH lines AS (
    SELECT row_number() OVER () AS record_id, line
    FROM read_csv(
        $path, auto_detect = false, header = false, columns = {'line': 'VARCHAR'},
        delim = '', quote = '', escape = '', new_line = '\n', max_line_size = 67108864)
    WHERE line IS NOT NULL)
SELECT record_id, nullif(unnest(string_split(line, $separator)), '') AS item FROM lines
