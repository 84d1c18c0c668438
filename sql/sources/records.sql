-- Number the records from 1, by what they are called in the source.
-- in:  pairs
-- out: record_id, source_record
SELECT cast(row_number() OVER (ORDER BY record) AS INTEGER) AS record_id, record AS source_record
FROM (SELECT record FROM pairs GROUP BY record) AS called
