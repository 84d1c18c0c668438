-- The same where a record has no name: its row is its number.
-- only: duckdb, because it unfolds lists
-- in:  lists(items)
-- out: record, item
SELECT record, unnest(coalesce(items, [NULL])) AS item
FROM (SELECT cast(row_number() OVER () AS INTEGER) AS record, items FROM lists) AS numbered
