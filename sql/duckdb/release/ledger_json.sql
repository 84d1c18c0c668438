-- Write the ledger as one JSON object a line.
-- in:  ledger (position, record_id, item, action, label, cause)
-- out: the file $path
-- only: duckdb, because it alone writes files
COPY (SELECT record_id, item, action, label, cause FROM ledger ORDER BY position, item)
TO $path (FORMAT json, USE_TMP_FILE false)
