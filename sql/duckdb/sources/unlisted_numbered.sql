-- The same where a record has no name: its row is its number.
-- in:  lists(items)
-- out: record, item
SELECT record, unnest(coalesce(items, [NULL])) AS item
FROM (SELECT cast(row_number() OVER () AS INTEGER) AS record, items FROM lists) AS numbered
