-- All records 1..$records, also those that lost every item: each has its line in a basket release.
-- in:  the number $records
-- out: record_id
-- only: duckdb, because it alone writes basket files, and makes the numbers for them
SELECT CAST(number AS INTEGER) AS record_id FROM range(1, $records + 1) AS numbers(number)
