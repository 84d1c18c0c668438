-- Which items are there, and how many rows name each?
-- in:  pairs
-- out: source_item, label, n
SELECT item AS source_item, cast(item AS VARCHAR) AS label, count(*) AS n FROM pairs GROUP BY item
