-- Which records are alike? One stands for all that hold the same items; its weight is how many they are.
-- in:  coded (record_id, item)
-- out: source_id (the record that stands for them), record_id (a new number), weight
WITH contents AS (
    SELECT record_id, string_agg(CAST(item AS VARCHAR), ',' ORDER BY item NULLS FIRST) AS content FROM coded GROUP BY record_id)
SELECT
    min(record_id) AS source_id,
    CAST(row_number() OVER (ORDER BY min(record_id)) AS INTEGER) AS record_id,
    CAST(count(*) AS INTEGER) AS weight
FROM contents GROUP BY content
