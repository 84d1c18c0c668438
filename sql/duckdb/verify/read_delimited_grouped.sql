-- What does a CSV or TSV release with groups hold? Everything is text, nothing is guessed.
-- in:  the file $path with a header, columns separated by $separator
-- out: record_id, item, group_id
-- only: duckdb, because it alone reads files
SELECT record_id, item, group_id
FROM read_csv(
    $path, auto_detect = false, header = true, columns = {'record_id': 'VARCHAR', 'item': 'VARCHAR', 'group_id': 'VARCHAR'},
    delim = $separator, quote = '"', escape = '"', nullstr = '')
