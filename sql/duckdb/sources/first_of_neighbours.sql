-- Each row of a table in order (see sources/neighbours), without those that repeat the row before.
-- only: duckdb, because only a table of DuckDB is read in the order in which it was written
-- in:  coded
-- out: record_id, item
SELECT record_id, item
FROM (
  SELECT record_id, item, lag(record_id) OVER () AS previous_record, lag(item) OVER () AS previous_item FROM coded
) AS neighbours
WHERE previous_record IS NULL OR previous_record <> record_id OR previous_item <> item
