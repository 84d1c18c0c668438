-- The rows that have both an item and a record id.
-- in:  pairs
-- out: record, item
SELECT record, item
FROM pairs
WHERE length(trim(cast(item AS VARCHAR), $blanks)) > 0 AND length(trim(cast(record AS VARCHAR), $blanks)) > 0
