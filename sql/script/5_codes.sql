-- Codes in place of values, so that rows can be worked on elsewhere: a view of numbers alone, and tables that only the owner
-- reads, which say what they stand for.
-- 1. Every label of the data and of a taxonomy. 2. Numbers for them, and for the records, in an order that only a secret key
-- knows. 3. The rows in these numbers, and the taxonomy. 4. What a mapping in codes says, in labels.
-- phase: giving codes

-- name: labels
-- Which labels have the data?
-- in:  source (record_id, item)
-- out: label
SELECT DISTINCT cast(s.item AS VARCHAR) AS label
FROM source AS s
WHERE letters(s.record_id) > 0 AND letters(s.item) > 0

-- name: other_labels
-- Which labels has a taxonomy besides?
-- in:  edges (child, parent), labels (label)
-- out: label
SELECT e.label
FROM (SELECT f.child AS label FROM edges AS f UNION SELECT f.parent AS label FROM edges AS f) AS e
ANTI JOIN labels AS l ON l.label = e.label

-- name: label_codes
-- Numbers 1..n for labels, in an order that only the secret $key knows.
-- in:  labels (label)
-- out: label, code
SELECT l.label, row_number() OVER (ORDER BY md5(concat($key, ':', l.label)), l.label) AS code
FROM labels AS l

-- name: record_codes
-- Numbers 1..n for records, likewise.
-- in:  source (record_id, item)
-- out: record_id, code
SELECT
  r.record_id,
  row_number() OVER (ORDER BY md5(concat($key, ':', cast(r.record_id AS VARCHAR))), r.record_id) AS code
FROM (
  SELECT DISTINCT s.record_id FROM source AS s WHERE letters(s.record_id) > 0 AND letters(s.item) > 0
) AS r

-- name: coded_rows
-- The rows of a source in codes, in their order: that of the source may tell which is which. What has no code yet is left out.
-- in:  source (record_id, item), record_codes (record_id, code), label_codes (label, code)
-- out: record_id, item
SELECT x.record_id, x.item
FROM (
  SELECT DISTINCT r.code AS record_id, l.code AS item
  FROM source AS s
  JOIN record_codes AS r ON r.record_id = s.record_id
  JOIN label_codes AS l ON l.label = cast(s.item AS VARCHAR)
) AS x
ORDER BY x.record_id, x.item

-- name: coded_edges
-- The edges of a taxonomy in codes, in their order.
-- in:  edges (child, parent), label_codes (label, code)
-- out: child, parent
SELECT c.code AS child, p.code AS parent
FROM edges AS e
JOIN label_codes AS c ON c.label = e.child
JOIN label_codes AS p ON p.label = e.parent
ORDER BY c.code

-- name: decoded_mapping
-- A mapping in codes, in labels; an item whose code is not known falls out.
-- in:  coded (item, label), label_codes (label, code)
-- out: item, label
SELECT i.label AS item, coalesce(l.label, '') AS label
FROM coded AS m
JOIN label_codes AS i ON cast(i.code AS VARCHAR) = m.item
LEFT JOIN label_codes AS l ON cast(l.code AS VARCHAR) = m.label
