-- The tables of the dataset, each row of it once.
-- 1. Does a row repeat? The coded rows stand in order, so that one pass over neighbours tells. 2. Each row once: the cheap
-- way where they are in order, else by sorting. 3. Where rows repeated, supports were too high: count and number again.
-- 4. The items and records as the rest of the program knows them.
-- Makes transactions (record_id, item), items (item, label, support), record_ids (record_id, source_id).
-- phase: preparing records and items

-- name: neighbours (duckdb)
-- Is a table that was written in order in order, and does it repeat rows? One pass, no sorting again:
-- if no row comes before its neighbour (disorder = 0), then equal rows are neighbours and repeats is exact.
-- only: duckdb, because only a table of DuckDB is read in the order in which it was written
-- in:  coded
-- out: repeats, disorder
SELECT
  count(*) FILTER (WHERE previous_record = record_id AND previous_item = item) AS repeats,
  count(*) FILTER (WHERE previous_record > record_id OR (previous_record = record_id AND previous_item > item)) AS disorder
FROM (
  SELECT record_id, item, lag(record_id) OVER () AS previous_record, lag(item) OVER () AS previous_item FROM coded
) AS neighbours

-- name: first_of_neighbours (duckdb)
-- Each row of a table in order (see sources/dataset/neighbours), without those that repeat the row before.
-- only: duckdb, because only a table of DuckDB is read in the order in which it was written
-- in:  coded
-- out: record_id, item
SELECT record_id, item
FROM (
  SELECT record_id, item, lag(record_id) OVER () AS previous_record, lag(item) OVER () AS previous_item FROM coded
) AS neighbours
WHERE previous_record IS NULL OR previous_record <> record_id OR previous_item <> item

-- name: distinct_rows
-- Each row once.
-- in:  coded
-- out: record_id, item
SELECT DISTINCT record_id, item FROM coded

-- name: recount
-- Number the items again by their true supports, once repeated rows are gone.
-- in:  coded, items(item, label)
-- out: old_item, item, label, support
SELECT
  items.item AS old_item,
  cast(row_number() OVER (ORDER BY counted.support DESC, items.label) AS INTEGER) AS item,
  items.label AS label,
  counted.support AS support
FROM items
JOIN (SELECT item, count(*) AS support FROM coded GROUP BY item) AS counted ON counted.item = items.item

-- name: renumber
-- Rows with the new numbers of their items, in order.
-- in:  coded, items
-- out: record_id, item
SELECT coded.record_id AS record_id, items.item AS item
FROM coded
JOIN items ON items.old_item = coded.item
ORDER BY record_id, item

-- name: item_table
-- The items as the rest of the program knows them.
-- in:  items
-- out: item, label, support
SELECT DISTINCT item, label, cast(support AS BIGINT) AS support FROM items ORDER BY item

-- name: record_table
-- What each record is called in the source.
-- in:  records
-- out: record_id, source_id
SELECT record_id, cast(source_record AS VARCHAR) AS source_id FROM records

-- name: rows_of_items
-- Who supports some of the nodes?
-- in:  held (record_id, item), asked (item)
-- out: record_id, item
SELECT h.record_id, h.item
FROM held AS h
JOIN asked AS q ON q.item = h.item

-- name: rows_without
-- The rows of a table that were not suppressed.
-- in:  present (record_id, item), suppressions (record_id, item)
-- out: record_id, item
SELECT t.record_id, t.item
FROM present AS t
ANTI JOIN suppressions AS s ON s.record_id = t.record_id AND s.item = t.item
