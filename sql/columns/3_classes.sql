-- Classes of records: those that are alike in all columns that somebody knows. What is known of an item is known within a
-- class, so a class is one more key: an item, or a label, of one class is another than that of another class.
-- 1. The class of each record, column by column. 2. How many records, or persons, are in each? 3. Rows by class: a number for
-- each item of each class.
-- phase: finding records that are alike in columns

-- name: first_column
-- The class of each record by one column.
-- in:  record_values (record_id, value), step (value, code)
-- out: record_id, class
SELECT v.record_id, s.code AS class FROM record_values AS v JOIN step AS s ON s.value = v.value

-- name: with_column
-- The class of each record by one column more.
-- in:  classes (record_id, class), record_values (record_id, value), step (value, code)
-- out: record_id, class
SELECT c.record_id, CAST(dense_rank() OVER (ORDER BY c.class, s.code) AS INTEGER) AS class
FROM classes AS c
JOIN record_values AS v ON v.record_id = c.record_id
JOIN step AS s ON s.value = v.value

-- name: labels
-- What is a column called in each class?
-- in:  classes (record_id, class), record_values (record_id, value), step (value, label)
-- out: class, label
SELECT DISTINCT c.class, s.label
FROM classes AS c
JOIN record_values AS v ON v.record_id = c.record_id
JOIN step AS s ON s.value = v.value

-- name: without_small
-- The rows of records in classes of $k and more.
-- in:  transactions (record_id, item), classes (record_id, class), sizes (class, n)
-- out: record_id, item
SELECT t.record_id, t.item
FROM transactions AS t
JOIN classes AS c ON c.record_id = t.record_id
JOIN sizes AS s ON s.class = c.class AND s.n >= $k

-- name: left
-- The classes of the records of which anything is left.
-- in:  classes (record_id, class), held (record_id)
-- out: record_id, class
SELECT c.record_id, c.class FROM classes AS c WHERE EXISTS (SELECT 1 FROM held AS h WHERE h.record_id = c.record_id)

-- name: labels_without_small
-- What stands for the items of records in classes of $k and more.
-- in:  occurrences (record_id, item, node), classes (record_id, class), sizes (class, n)
-- out: record_id, item, node
SELECT o.record_id, o.item, o.node
FROM occurrences AS o
JOIN classes AS c ON c.record_id = o.record_id
JOIN sizes AS s ON s.class = c.class AND s.n >= $k

-- name: items_left
-- How many of the records that are left hold each item?
-- in:  items (item, label), transactions (record_id, item)
-- out: item, label, support
SELECT i.item, i.label, (SELECT count(*) FROM transactions AS t WHERE t.item = i.item) AS support
FROM items AS i

-- name: class_sizes
-- How many records are in each class?
-- in:  classes (record_id, class)
-- out: class, n_records, n
SELECT class, count(*) AS n_records, count(*) AS n FROM classes GROUP BY class

-- name: class_sizes_of_persons
-- And how many persons?
-- in:  classes (record_id, class), persons (record_id, person)
-- out: class, n_records, n (persons)
SELECT c.class, count(*) AS n_records, count(DISTINCT p.person) AS n
FROM classes AS c
JOIN persons AS p ON p.record_id = c.record_id
GROUP BY c.class

-- name: found
-- How many classes are there; how many of them are of fewer than $k, of how many records; how many are of one alone?
-- in:  sizes (class, n_records, n)
-- out: classes, small, records, alone
SELECT
  count(*) AS classes,
  count(*) FILTER (WHERE n < $k) AS small,
  coalesce(sum(n_records) FILTER (WHERE n < $k), 0) AS records,
  count(*) FILTER (WHERE n = 1) AS alone
FROM sizes

-- name: in_small
-- Which records are in classes of fewer than $k?
-- in:  classes (record_id, class), sizes (class, n)
-- out: record_id
SELECT c.record_id FROM classes AS c JOIN sizes AS s ON s.class = c.class AND s.n < $k

-- name: items_in_small
-- How many different items do classes of fewer than $k have?
-- in:  held (record_id, item), classes (record_id, class), sizes (class, n)
-- out: n
SELECT count(*) AS n
FROM (
  SELECT DISTINCT c.class, h.item
  FROM held AS h
  JOIN classes AS c ON c.record_id = h.record_id
  JOIN sizes AS s ON s.class = c.class AND s.n < $k
) AS found

-- name: class_rows
-- An item, 0, for each record of a class of fewer than $under: what its columns alone tell, also of one without an item.
-- in:  classes (record_id, class), sizes (class, n)
-- out: record_id, item
SELECT c.record_id, CAST(0 AS INTEGER) AS item
FROM classes AS c
JOIN sizes AS s ON s.class = c.class AND s.n < $under

-- name: found_in_small
-- How many are in the class of each record in classes of fewer than $k? No item has to be known of it.
-- in:  classes (record_id, class), sizes (class, n)
-- out: record_id, size (known items: none), support
SELECT c.record_id, CAST(0 AS INTEGER) AS size, CAST(s.n AS INTEGER) AS support
FROM classes AS c
JOIN sizes AS s ON s.class = c.class AND s.n < $k

-- name: numbers
-- A number for each item of each class.
-- in:  held (record_id, item), classes (record_id, class)
-- out: number, class, item
SELECT CAST(row_number() OVER (ORDER BY class, item) AS INTEGER) AS number, class, item
FROM (SELECT DISTINCT c.class, h.item FROM held AS h JOIN classes AS c ON c.record_id = h.record_id) AS found

-- name: numbered
-- The rows with these numbers.
-- in:  held (record_id, item), classes (record_id, class), numbers (number, class, item)
-- out: record_id, item
SELECT h.record_id, n.number AS item
FROM held AS h
JOIN classes AS c ON c.record_id = h.record_id
JOIN numbers AS n ON n.class = c.class AND n.item = h.item

-- name: large_numbers
-- The numbers of items in classes of $k and more: in the others no item has to be known.
-- in:  numbers (number, class, item), sizes (class, n)
-- out: number, item
SELECT n.number, n.item
FROM numbers AS n
JOIN sizes AS s ON s.class = n.class AND s.n >= $k
WHERE n.item > 0

-- name: labels_of_numbers
-- What is a column called in the class of each number?
-- in:  numbers (number, class), labels (class, label)
-- out: item (a number), label
SELECT n.number AS item, l.label
FROM numbers AS n
JOIN labels AS l ON l.class = n.class

-- name: threat_items
-- The threats in these classes, with the items that the numbers stand for.
-- in:  numbered_items (threat_id, position, item, support): numbers, large_numbers (number, item)
-- out: threat_id, position, item, support
SELECT t.threat_id, t.position, n.item, t.support
FROM numbered_items AS t
JOIN large_numbers AS n ON n.number = t.item

-- name: categories
-- The category of each number.
-- in:  large_numbers (number, item), item_categories (item, category)
-- out: item (a number), category
SELECT n.number AS item, c.category
FROM large_numbers AS n
JOIN item_categories AS c ON c.item = n.item
