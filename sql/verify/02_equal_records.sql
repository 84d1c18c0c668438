-- All models: is it one row for each item of each record? Then labels as numbers, and equal records once.
-- labels numbers the labels, the rarest first: a set is entered by its rarest label, which few records hold. members finds
-- the records that hold the same items; one of them stays, with their number as its weight, and whose they are.
-- phase: comparing equal records

-- name: structure
-- How many rows and records does a release hold, and is it one row for each item of each record?
-- in:  lines (record_id, item)
-- out: n_rows, n_records, n_null, n_duplicate
WITH pairs AS (SELECT record_id, item, count(*) AS n FROM lines GROUP BY record_id, item)
SELECT
    coalesce(sum(n), 0) AS n_rows,
    count(DISTINCT record_id) AS n_records,
    coalesce(sum(n) FILTER (WHERE record_id IS NULL OR item IS NULL), 0) AS n_null,
    coalesce(sum(n - 1) FILTER (WHERE record_id IS NOT NULL AND item IS NOT NULL), 0) AS n_duplicate
FROM pairs

-- name: distinct_lines
-- The rows of a release that lack nothing, each once: what is counted where rows are missing something or repeat another.
-- in:  lines (record_id, item)
-- out: record_id, item
SELECT DISTINCT record_id, item FROM lines WHERE record_id IS NOT NULL AND item IS NOT NULL

-- name: distinct_grouped_lines
-- The rows of a release that lack no record and no item, each once: as distinct_lines, with groups.
-- in:  lines (record_id, item, group_id)
-- out: record_id, item, group_id
SELECT DISTINCT record_id, item, group_id FROM lines WHERE record_id IS NOT NULL AND item IS NOT NULL

-- name: labels
-- Which labels are published, and how often? The rarest come first, so that a set is entered by its rarest label.
-- in:  lines (record_id, item: label; distinct)
-- out: item (1 is the rarest), label, support
SELECT CAST(row_number() OVER (ORDER BY support, label) AS INTEGER) AS item, label, support
FROM (SELECT item AS label, count(*) AS support FROM lines GROUP BY item) AS counted

-- name: coded
-- The release with labels as numbers, one row for each item of each record; also wishes, where the label is released.
-- in:  lines (record_id, item: label; distinct), labels (item, label)
-- out: record_id, item
SELECT lines.record_id, labels.item FROM lines JOIN labels ON lines.item = labels.label

-- name: members
-- Which records are equal?
-- in:  coded (record_id, item)
-- out: record_id, content_id (the smallest of the equal ones)
SELECT c.record_id, min(c.record_id) OVER (PARTITION BY c.content) AS content_id
FROM (
  SELECT t.record_id, string_agg(cast(t.item AS VARCHAR), ',' ORDER BY t.item NULLS FIRST) AS content
  FROM coded AS t
  GROUP BY t.record_id
) AS c

-- name: alike
-- One record stands for all that hold the same items; its weight is how many they are.
-- in:  members (record_id, content_id)
-- out: source_id (the record that stands for them), record_id (a new number), weight
SELECT
    content_id AS source_id,
    CAST(row_number() OVER (ORDER BY content_id) AS INTEGER) AS record_id,
    CAST(count(*) AS INTEGER) AS weight
FROM members GROUP BY content_id

-- name: holders
-- Whose are the equal records?
-- in:  members (record_id: one of many equal ones, content_id), alike (source_id, record_id), persons (record_id, person)
-- out: record_id (that stands for all equal ones), person
SELECT DISTINCT a.record_id, p.person
FROM members AS m
JOIN alike AS a ON a.source_id = m.content_id
JOIN persons AS p ON p.record_id = m.record_id

-- name: transactions
-- The release with each group of equal records once.
-- in:  coded (record_id, item), alike (source_id, record_id, weight)
-- out: record_id, item, weight
SELECT alike.record_id, coded.item, alike.weight
FROM coded JOIN alike ON coded.record_id = alike.source_id
