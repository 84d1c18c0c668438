-- What does a Parquet release with groups hold?
-- in:  the file $path
-- out: record_id, item (as text; NULL where the file has NULL), group_id (as text)
-- only: duckdb, because it alone reads files
SELECT record_id, CAST(item AS VARCHAR) AS item, CAST(group_id AS VARCHAR) AS group_id FROM read_parquet($path)
