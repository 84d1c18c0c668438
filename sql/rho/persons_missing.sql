-- How many persons are missing until $enough have a confidence of at least 1 / $least?
-- in:  confidences (record_id, confidence), several rows a record
-- out: n (0: enough have one)
SELECT CASE WHEN count(DISTINCT c.record_id) < $enough THEN $enough - count(DISTINCT c.record_id) ELSE 0 END AS n
FROM confidences AS c
WHERE c.confidence * $least >= 1
