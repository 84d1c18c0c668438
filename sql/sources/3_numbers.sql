-- Numbers for items and records: everything after this step works with integers.
-- 1. Which items are there, and how many rows name each; for basket lines what a piece means is cleaned here. 2. Records in
-- the order of their names. 3. A record or an item without a name is refused. 4. Items are numbered by falling support,
-- then label. 5. The rows as numbers.
-- Reads pairs; makes items (source_item, item, label, support), records (record_id, source_record), coded (record_id, item).
-- phase: numbering records and items

-- name: labels
-- Which items are there, and how many rows name each?
-- in:  pairs
-- out: source_item, label, n
SELECT item AS source_item, cast(item AS VARCHAR) AS label, count(*) AS n FROM pairs GROUP BY item

-- name: basket_labels
-- Which pieces of lines are there, how many rows hold each, and which item is meant: the $blanks around it and its
-- quotes are taken away, so that different pieces may have one label.
-- in:  pairs
-- out: source_item, label, n
SELECT
  source_item,
  CASE
    WHEN substr(bare, 1, 1) = '"' AND substr(bare, length(bare), 1) = '"' AND length(bare) > 1
    THEN replace(substr(bare, 2, length(bare) - 2), '""', '"')
    ELSE bare
  END AS label,
  n
FROM (SELECT item AS source_item, trim(item, $blanks) AS bare, count(*) AS n FROM pairs GROUP BY item) AS counted

-- name: records
-- Number the records from 1, by what they are called in the source.
-- in:  pairs
-- out: record_id, source_record
SELECT cast(row_number() OVER (ORDER BY record) AS INTEGER) AS record_id, record AS source_record
FROM (SELECT record FROM pairs GROUP BY record) AS called

-- name: blank_records
-- Is a record without an id among them?
-- in:  records
-- out: n
SELECT count(*) AS n
FROM records
WHERE source_record IS NULL OR length(trim(cast(source_record AS VARCHAR), $blanks)) = 0

-- name: blank_items
-- How many rows have no label?
-- in:  labels
-- out: n
SELECT sum(n) AS n FROM labels WHERE label IS NULL OR length(trim(label, $blanks)) = 0

-- name: items
-- Number the items from 1 by falling support, then label; several spellings in the source may be one item.
-- in:  labels
-- out: source_item, item, label, support
SELECT
  source_item,
  cast(dense_rank() OVER (ORDER BY support DESC, label) AS INTEGER) AS item,
  label,
  support
FROM (SELECT source_item, label, sum(n) OVER (PARTITION BY label) AS support FROM labels) AS counted
WHERE length(trim(label, $blanks)) > 0

-- name: code_named
-- Rows as numbers, in order.
-- in:  pairs, items, records
-- out: record_id, item
SELECT records.record_id AS record_id, items.item AS item
FROM pairs
JOIN records ON records.source_record = pairs.record
JOIN items ON items.source_item = pairs.item
ORDER BY record_id, item

-- name: code_numbered
-- Rows as numbers, in order, where a record is known by its number already.
-- in:  pairs, items
-- out: record_id, item
SELECT pairs.record AS record_id, items.item AS item
FROM pairs
JOIN items ON items.source_item = pairs.item
ORDER BY record_id, item

-- name: code_labelled
-- Rows (of a source, or of a release) with numbers for items.
-- in:  source_rows (record_id, item), items (item, label)
-- out: record_id, item
SELECT r.record_id, i.item
FROM source_rows AS r
JOIN items AS i ON i.label = r.item
