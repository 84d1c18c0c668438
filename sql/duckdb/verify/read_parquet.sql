-- What does a Parquet release hold?
-- in:  the file $path
-- out: record_id, item (as text; NULL where the file has NULL)
-- only: duckdb, because it alone reads files
SELECT record_id, CAST(item AS VARCHAR) AS item FROM read_parquet($path)
