-- Write the ledger as CSV or TSV.
-- in:  ledger (position, record_id, item, action, label, cause)
-- out: the file $path, columns separated by $separator
-- only: duckdb, because it alone writes files
COPY (SELECT record_id, item, action, label, cause FROM ledger ORDER BY position, item)
TO $path (FORMAT csv, HEADER true, DELIMITER $separator, QUOTE '"', ESCAPE '"', USE_TMP_FILE false)
