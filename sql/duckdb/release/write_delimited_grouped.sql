-- Write a long release with groups as CSV or TSV, record by record, labels in order.
-- in:  shaped (position, record_id, item, group_id)
-- out: the file $path, columns separated by $separator
-- only: duckdb, because it alone writes files
COPY (SELECT record_id, item, group_id FROM shaped ORDER BY position, item)
TO $path (FORMAT csv, HEADER true, DELIMITER $separator, QUOTE '"', ESCAPE '"', USE_TMP_FILE false)
