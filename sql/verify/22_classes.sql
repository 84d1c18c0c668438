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

-- name: small
-- How many classes are of fewer than $k records?
-- in:  classes (record_id, class)
-- out: n
SELECT count(*) AS n
FROM (SELECT c.class FROM classes AS c GROUP BY c.class HAVING count(DISTINCT c.record_id) < $k) AS few

-- name: small_of_persons
-- How many are of fewer than $k persons?
-- in:  classes (record_id, class), persons (record_id, person)
-- out: n
SELECT count(*) AS n
FROM (
  SELECT c.class
  FROM classes AS c
  JOIN persons AS p ON p.record_id = c.record_id
  GROUP BY c.class
  HAVING count(DISTINCT p.person) < $k
) AS few

-- name: by_class
-- The rows with the class before each label: no two classes have a label in common, as each begins with lengths.
-- in:  lines (record_id, item), classes (record_id, class)
-- out: record_id, item
SELECT l.record_id, concat(c.class, ':', l.item) AS item
FROM lines AS l
JOIN classes AS c ON c.record_id = l.record_id
