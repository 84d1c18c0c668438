-- Columns beside the items of a record, such as its month or its shop: one value of each for each record.
-- 1. The source is read once more for each column, as if that held the items. 2. The value of each record; one that has none
-- has the value $missing. A record with several is refused. 3. Values as numbers, and their texts.
-- phase: reading columns

-- name: record_values
-- The values that each record has in a column.
-- in:  names (record_id, source_id), value_names (record_id, source_id), value_rows (record_id, item), value_items (item, label)
-- out: record_id, text
SELECT DISTINCT n.record_id, coalesce(h.label, $missing) AS text
FROM names AS n
LEFT JOIN (
  SELECT v.source_id, i.label
  FROM value_names AS v
  JOIN value_rows AS r ON r.record_id = v.record_id
  JOIN value_items AS i ON i.item = r.item
) AS h ON h.source_id = n.source_id

-- name: several
-- How many records have several values?
-- in:  record_values (record_id)
-- out: n
SELECT count(*) AS n FROM (SELECT record_id FROM record_values GROUP BY record_id HAVING count(*) > 1) AS odd

-- name: texts
-- The values, numbered from 1.
-- in:  record_values (text)
-- out: value, text
SELECT CAST(row_number() OVER (ORDER BY text) AS INTEGER) AS value, text FROM (SELECT DISTINCT text FROM record_values) AS found

-- name: of_holders
-- The values of records that hold an item: of the others nothing is released.
-- in:  record_values (record_id, value), transactions (record_id)
-- out: record_id, value
SELECT v.record_id, v.value
FROM record_values AS v
SEMI JOIN transactions AS t ON t.record_id = v.record_id

-- name: coded
-- The value of each record as a number.
-- in:  record_values (record_id, text), texts (value, text)
-- out: record_id, value
SELECT r.record_id, t.value FROM record_values AS r JOIN texts AS t ON t.text = r.text
