-- The release as people read it: labels in place of numbers, in the shape that was asked for.
-- 1. Can every item be called by a label of its own, in this shape? 2. A long table, with groups or without, or basket lines.
-- 3. What the manifest tells of it: the sensitive labels that are left. 4. Rows with labels, for measures.
-- Reads published (record_id, item), labels (item, label), places; makes what a file or a table will hold.
-- phase: preparing the released rows

-- name: label_faults
-- Can every published item be called by a label of its own?
-- in:  published (record_id, item), labels (item, label)
-- out: n_missing (no or an empty label), n_shared (items beyond the first of a label)
SELECT
    count(*) FILTER (WHERE labels.label IS NULL OR labels.label = '') AS n_missing,
    count(labels.label) - count(DISTINCT labels.label) AS n_shared
FROM (SELECT DISTINCT item FROM published) AS used LEFT JOIN labels ON used.item = labels.item

-- name: long
-- The release as a long table: one row for each item of each record.
-- in:  published (record_id, item), labels (item, label), places (record_id, position, published_id)
-- out: position (to write by), record_id, item
SELECT places.position, places.published_id AS record_id, labels.label AS item
FROM published
JOIN places ON published.record_id = places.record_id
JOIN labels ON published.item = labels.item

-- name: long_grouped
-- The release as a long table with groups: one row for each item of each record.
-- in:  published (record_id, item), labels (item, label), places (record_id, position, published_id),
--      record_groups (record_id, group_id)
-- out: position (to write by), record_id, item, group_id
SELECT places.position, places.published_id AS record_id, labels.label AS item, record_groups.group_id
FROM published
JOIN places ON published.record_id = places.record_id
JOIN labels ON published.item = labels.item
JOIN record_groups ON published.record_id = record_groups.record_id

-- name: unsplittable_labels
-- How many published labels cannot stand in a line whose items $separator splits? One that begins as a header of SPMF does
-- would make the file one of SPMF, whose headers are no records.
-- in:  published (record_id, item), labels (item, label)
-- out: n
SELECT count(*) AS n
FROM (SELECT DISTINCT item FROM published) AS used JOIN labels ON used.item = labels.item
WHERE
  strpos(labels.label, $separator) > 0 OR strpos(labels.label, chr(10)) > 0 OR strpos(labels.label, chr(13)) > 0
  OR strpos(labels.label, '@ITEM=') = 1 OR strpos(labels.label, '@CONVERTED_FROM_TEXT') = 1

-- name: lines
-- The release as basket lines, NULL where a record lost every item.
-- in:  published (record_id, item), labels (item, label), places (record_id, position)
-- out: position (to write by), line
SELECT places.position, string_agg(labels.label, $separator ORDER BY labels.label) AS line
FROM places
LEFT JOIN published ON published.record_id = places.record_id
LEFT JOIN labels ON published.item = labels.item
GROUP BY places.position

-- name: sensitive_labels
-- Which published labels are sensitive for everybody?
-- in:  published (item), labels (item, label), sensitive (label)
-- out: label
SELECT DISTINCT labels.label
FROM published
JOIN labels ON published.item = labels.item
JOIN sensitive ON labels.label = sensitive.label
ORDER BY labels.label

-- name: labelled
-- A release as people read it: labels in place of item numbers.
-- in:  published (record_id, item), labels (item, label)
-- out: record_id, item (text)
SELECT p.record_id, l.label AS item
FROM published AS p
JOIN labels AS l ON l.item = p.item
