-- What is published: a row for each count, or for each item of a made-up record.
-- phase: writing what is published

-- name: counts_parquet (duckdb)
-- Write published counts as Parquet.
-- in:  published (place, kind, item, item2, itemset, count, low, high); '' where a row has none
-- out: the file $path
-- only: duckdb, because it alone writes files
COPY (
  SELECT kind, nullif(item, '') AS item, nullif(item2, '') AS item2, nullif(itemset, '') AS itemset, count, low, high
  FROM published
  ORDER BY place
)
TO $path (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)

-- name: counts_delimited (duckdb)
-- Write published counts as text, with a header.
-- in:  published (place, kind, item, item2, itemset, count, low, high); '' where a row has none
-- out: the file $path, columns parted by $separator
-- only: duckdb, because it alone writes files
COPY (
  SELECT kind, nullif(item, '') AS item, nullif(item2, '') AS item2, nullif(itemset, '') AS itemset, count, low, high
  FROM published
  ORDER BY place
)
TO $path (FORMAT csv, HEADER true, DELIMITER $separator, USE_TMP_FILE false)

-- name: records_parquet (duckdb)
-- Write made-up records as Parquet, a row for each record and item.
-- in:  made (record_id, set_id), contents (set_id, item)
-- out: the file $path
-- only: duckdb, because it alone writes files
COPY (SELECT m.record_id, c.item FROM made AS m JOIN contents AS c ON c.set_id = m.set_id ORDER BY m.record_id, c.item)
TO $path (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)

-- name: records_delimited (duckdb)
-- Write made-up records as text, a row for each record and item, with a header.
-- in:  made (record_id, set_id), contents (set_id, item)
-- out: the file $path, columns parted by $separator
-- only: duckdb, because it alone writes files
COPY (SELECT m.record_id, c.item FROM made AS m JOIN contents AS c ON c.set_id = m.set_id ORDER BY m.record_id, c.item)
TO $path (FORMAT csv, HEADER true, DELIMITER $separator, USE_TMP_FILE false)
