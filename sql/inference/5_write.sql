-- Write: made-up originals and estimates, as Parquet or as text; estimates are printed, too.
-- The originals have a column sample_id where there are several of them.
-- phase: writing rows

-- name: originals_parquet (duckdb)
-- Write made-up originals as Parquet.
-- in:  samples (sample_id, record_id, item)
-- out: the file $path
-- only: duckdb, because it alone writes files
COPY (SELECT sample_id, record_id, item FROM samples ORDER BY sample_id, record_id, item)
TO $path (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)

-- name: originals_delimited (duckdb)
-- Write made-up originals as CSV or TSV.
-- in:  samples (sample_id, record_id, item)
-- out: the file $path, columns separated by $separator
-- only: duckdb, because it alone writes files
COPY (SELECT sample_id, record_id, item FROM samples ORDER BY sample_id, record_id, item)
TO $path (FORMAT csv, HEADER true, DELIMITER $separator, QUOTE '"', ESCAPE '"', USE_TMP_FILE false)

-- name: original_parquet (duckdb)
-- Write one made-up original as Parquet.
-- in:  samples (record_id, item)
-- out: the file $path
-- only: duckdb, because it alone writes files
COPY (SELECT record_id, item FROM samples ORDER BY record_id, item)
TO $path (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)

-- name: original_delimited (duckdb)
-- Write one made-up original as CSV or TSV.
-- in:  samples (record_id, item)
-- out: the file $path, columns separated by $separator
-- only: duckdb, because it alone writes files
COPY (SELECT record_id, item FROM samples ORDER BY record_id, item)
TO $path (FORMAT csv, HEADER true, DELIMITER $separator, QUOTE '"', ESCAPE '"', USE_TMP_FILE false)

-- name: estimate_rows (duckdb)
-- Estimates of supports, one row an itemset.
-- in:  itemsets (itemset_id, item: label), names (itemset_id, query), estimates (itemset_id, certain, expected, at_most)
-- out: itemset_id, query, items (a list of labels in order), size, certain, expected, at_most
-- only: duckdb, because the order inside of a list of labels is written in different ways elsewhere
SELECT
  i.itemset_id,
  max(n.query) AS query,
  list(i.item ORDER BY i.item) AS items,
  count(*) AS size,
  max(e.certain) AS certain,
  max(e.expected) AS expected,
  max(e.at_most) AS at_most
FROM itemsets AS i
JOIN names AS n ON n.itemset_id = i.itemset_id
JOIN estimates AS e ON e.itemset_id = i.itemset_id
GROUP BY i.itemset_id
ORDER BY i.itemset_id

-- name: listed_estimates
-- Estimates of supports, to be printed.
-- in:  estimates (itemset_id, query, items, size, certain, expected, at_most)
-- out: itemset_id, query, items, size, certain, expected, at_most
SELECT e.itemset_id, e.query, e.items, e.size, e.certain, e.expected, e.at_most
FROM estimates AS e
ORDER BY e.itemset_id

-- name: estimates_parquet (duckdb)
-- Write estimates of supports as Parquet.
-- in:  estimates (itemset_id, query, items: a list, size, certain, expected, at_most)
-- out: the file $path; items with & between them
-- only: duckdb, because it alone writes files
COPY (SELECT itemset_id, query, array_to_string(items, ' & ') AS items, size, certain, expected, at_most FROM estimates ORDER BY itemset_id)
TO $path (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)

-- name: estimates_delimited (duckdb)
-- Write estimates of supports as text, with a header.
-- in:  estimates (itemset_id, query, items: a list, size, certain, expected, at_most)
-- out: the file $path, columns parted by $separator; items with & between them
-- only: duckdb, because it alone writes files
COPY (SELECT itemset_id, query, array_to_string(items, ' & ') AS items, size, certain, expected, at_most FROM estimates ORDER BY itemset_id)
TO $path (FORMAT csv, HEADER true, DELIMITER $separator, USE_TMP_FILE false)
