-- The data of an audit that runs as a script in a warehouse: the rows of a table, numbered, and who wants what hidden.
-- 1. Each row once. 2. Items numbered, the most frequent first; the rows with these numbers (sources/numbers/code_labelled).
-- 3. Which items are sensitive for everybody, or who wants which hidden, and the limit of each.
-- Reads the table of the user; makes transactions (record_id, item), items (item, label), wishes, limits.
-- phase: reading the rows

-- name: distinct_rows
-- The rows of a source, each once; a record id or an item of blanks is none.
-- in:  source (record_id, item)
-- out: record_id, item
SELECT DISTINCT s.record_id, s.item
FROM source AS s
WHERE letters(s.record_id) > 0 AND letters(s.item) > 0

-- name: spellings
-- The texts that the data have of each item. A column may take several for equal, and lists may have any of them.
-- in:  source (item)
-- out: label, spelling
SELECT DISTINCT s.item AS label, cast(s.item AS VARCHAR) AS spelling
FROM source AS s
WHERE letters(s.item) > 0

-- name: known_rows
-- The rows of items that may be known. The columns may be of different types.
-- in:  source_rows (record_id, item), spellings (label, spelling), named (item)
-- out: record_id, item
SELECT r.record_id, r.item
FROM source_rows AS r
WHERE r.item IN (SELECT p.label FROM spellings AS p SEMI JOIN named AS n ON cast(n.item AS VARCHAR) = p.spelling)

-- name: persons
-- The person of each record, of several the first. A person of blanks is none; records of nobody are not counted. What the
-- column takes for equal is one person, and has one text.
-- in:  source (record_id, person)
-- out: record_id, person
SELECT n.record_id, min(n.person) AS person
FROM (
  SELECT s.record_id, min(cast(s.person AS VARCHAR)) OVER (PARTITION BY s.person) AS person
  FROM source AS s
  WHERE letters(s.record_id) > 0 AND letters(s.person) > 0
) AS n
GROUP BY n.record_id

-- name: items
-- Number the items, the most frequent first.
-- in:  source_rows (record_id, item)
-- out: item, label
SELECT row_number() OVER (ORDER BY c.support DESC, c.label) AS item, c.label
FROM (SELECT r.item AS label, count(*) AS support FROM source_rows AS r GROUP BY r.item) AS c

-- name: wishes
-- Who wants which item hidden? Persons and items without data fall out.
-- in:  named (record_id, item), spellings (label, spelling), items (item, label), source_rows (record_id)
-- out: record_id, item
SELECT DISTINCT n.record_id, i.item
FROM named AS n
JOIN spellings AS p ON p.spelling = cast(n.item AS VARCHAR)
JOIN items AS i ON i.label = p.label
SEMI JOIN source_rows AS r ON r.record_id = n.record_id

-- name: sensitive_for_all
-- Which items of the data are sensitive for everybody? The columns may be of different types.
-- in:  named (item), spellings (label, spelling), items (item, label)
-- out: item
SELECT DISTINCT i.item
FROM named AS n
JOIN spellings AS p ON p.spelling = cast(n.item AS VARCHAR)
JOIN items AS i ON i.label = p.label
