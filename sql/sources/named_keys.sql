-- The records that have an id.
-- in:  keys
-- out: record
SELECT record FROM keys WHERE length(trim(cast(record AS VARCHAR), $blanks)) > 0
