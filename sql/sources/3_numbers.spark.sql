-- Spark's form: no table of Spark keeps an order, and sorting all rows would read them twice.

-- name: code_named
SELECT records.record_id AS record_id, items.item AS item
FROM pairs
JOIN records ON records.source_record = pairs.record
JOIN items ON items.source_item = pairs.item
