-- Columns beside the items of a record: whoever knows them looks among the records that are alike in all of them. So a label
-- counts as another one in each class.
-- phase: recounting classes of records

-- name: of_records
-- Which classes has each record?
-- in:  lines (record_id, class)
-- out: record_id, class
SELECT DISTINCT l.record_id, l.class FROM lines AS l WHERE l.record_id IS NOT NULL

-- name: several
-- How many records have more than one?
-- in:  classes (record_id, class)
-- out: n
SELECT count(*) AS n FROM (SELECT c.record_id FROM classes AS c GROUP BY c.record_id HAVING count(*) > 1) AS odd

-- name: number
-- How many classes are there?
-- in:  classes (record_id, class)
-- out: n
SELECT count(DISTINCT c.class) AS n FROM classes AS c

-- name: by_class
-- The rows with the class before each label: no two classes have a label in common, as each begins with lengths.
-- in:  lines (record_id, item), classes (record_id, class)
-- out: record_id, item
SELECT l.record_id, concat(c.class, ':', l.item) AS item
FROM lines AS l
JOIN classes AS c ON c.record_id = l.record_id
