-- Is a table that was written in order in order, and does it repeat rows? One pass, no sorting again:
-- if no row comes before its neighbour (disorder = 0), then equal rows are neighbours and repeats is exact.
-- only: duckdb, because only a table of DuckDB is read in the order in which it was written
-- in:  coded
-- out: repeats, disorder
SELECT
  count(*) FILTER (WHERE previous_record = record_id AND previous_item = item) AS repeats,
  count(*) FILTER (WHERE previous_record > record_id OR (previous_record = record_id AND previous_item > item)) AS disorder
FROM (
  SELECT record_id, item, lag(record_id) OVER () AS previous_record, lag(item) OVER () AS previous_item FROM coded
) AS neighbours
