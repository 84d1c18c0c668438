-- How many rows and records does a release hold, and is it one row for each item of each record?
-- in:  lines (record_id, item)
-- out: n_rows, n_records, n_null, n_duplicate
WITH pairs AS (SELECT record_id, item, count(*) AS n FROM lines GROUP BY record_id, item)
SELECT
    coalesce(sum(n), 0) AS n_rows,
    count(DISTINCT record_id) AS n_records,
    coalesce(sum(n) FILTER (WHERE record_id IS NULL OR item IS NULL), 0) AS n_null,
    coalesce(sum(n - 1) FILTER (WHERE record_id IS NOT NULL AND item IS NOT NULL), 0) AS n_duplicate
FROM pairs
