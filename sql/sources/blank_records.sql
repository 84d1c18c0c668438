-- Is a record without an id among them?
-- in:  records
-- out: n
SELECT count(*) AS n
FROM records
WHERE source_record IS NULL OR length(trim(cast(source_record AS VARCHAR), $blanks)) = 0
