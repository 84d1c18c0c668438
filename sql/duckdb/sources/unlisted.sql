-- One row for each item of each list. A list that is missing counts as an item that is missing; an empty one has no row.
-- only: duckdb, because it unfolds lists
-- in:  lists(record, items)
-- out: row, record, item
SELECT row, record, unnest(coalesce(items, [NULL])) AS item
FROM (SELECT row_number() OVER () AS row, record, items FROM lists) AS numbered
