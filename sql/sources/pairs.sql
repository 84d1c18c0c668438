-- The rows of a source without their numbers.
-- in:  source_rows
-- out: record, item
SELECT record, item FROM source_rows
