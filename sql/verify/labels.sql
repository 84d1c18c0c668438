-- Which labels are published, and how often? The rarest come first, so that a set is entered by its rarest label.
-- in:  lines (record_id, item)
-- out: item (1 is the rarest), label, support
SELECT CAST(row_number() OVER (ORDER BY support, label) AS INTEGER) AS item, label, support
FROM (
    SELECT item AS label, count(DISTINCT record_id) AS support
    FROM lines WHERE item IS NOT NULL AND record_id IS NOT NULL GROUP BY item) AS counted
