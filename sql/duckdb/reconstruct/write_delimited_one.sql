-- Write one made-up original as CSV or TSV.
-- in:  samples (record_id, item)
-- out: the file $path, columns separated by $separator
-- only: duckdb, because it alone writes files
COPY (SELECT record_id, item FROM samples ORDER BY record_id, item)
TO $path (FORMAT csv, HEADER true, DELIMITER $separator, QUOTE '"', ESCAPE '"', USE_TMP_FILE false)
