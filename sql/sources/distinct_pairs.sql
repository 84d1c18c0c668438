-- The rows of a source, each once, and how often it is there. This is the only query that reads the source.
-- in:  pairs (record, item)
-- out: record, item, n
SELECT p.record, p.item, count(*) AS n FROM pairs AS p GROUP BY p.record, p.item
