-- New record ids 1..n in an order that only the secret $seed knows; the rows are written in that order, too.
-- in:  records (record_id)
-- out: record_id, position, published_id
SELECT record_id, position, CAST(position AS INTEGER) AS published_id
FROM (
    SELECT
        record_id,
        row_number() OVER (ORDER BY md5(concat($seed, ':', CAST(record_id AS VARCHAR))), record_id) AS position
    FROM records) AS shuffled
