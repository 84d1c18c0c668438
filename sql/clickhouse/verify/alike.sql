-- Which records are alike? As verify/alike, with sorted lists instead of sorted text.
-- in:  coded (record_id, item)
-- out: source_id (the record that stands for them), record_id (a new number), weight
WITH contents AS (SELECT record_id, arraySort(groupArray(item)) AS content FROM coded GROUP BY record_id)
SELECT
    min(record_id) AS source_id,
    CAST(row_number() OVER (ORDER BY min(record_id)) AS INTEGER) AS record_id,
    CAST(count(*) AS INTEGER) AS weight
FROM contents GROUP BY content
