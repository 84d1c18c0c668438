-- Write basket lines, one a record, as they are.
-- in:  shaped (position, line)
-- out: the file $path
-- only: duckdb, because it alone writes files
COPY (SELECT line FROM shaped ORDER BY position)
TO $path (FORMAT csv, HEADER false, DELIMITER '', QUOTE '', ESCAPE '', USE_TMP_FILE false)
