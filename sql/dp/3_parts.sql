-- Divide records into parts by a taxonomy that is public, label by label, before counts of parts get noise (DiffPart).
-- A part is the records that hold the same labels. One of them is opened: its records go by the labels below it that they
-- hold, a subset written as a sum of bits. One record more or less changes the count of one subset of one part by 1.
-- Chen, Mohammed, Fung, Desai, Xiong (PVLDB 2011), Algorithm 1. A unit is a record, a leaf an item of the public list.
-- phase: dividing records into parts

-- name: held
-- Which items of the public list does each record hold?
-- in:  transactions (record_id, item), items (item, label), leaves (leaf, label)
-- out: unit (a record), key (a leaf)
SELECT t.record_id AS unit, l.leaf AS key
FROM transactions AS t
JOIN items AS i ON i.item = t.item
JOIN leaves AS l ON l.label = i.label

-- name: left_out
-- How many items of the data are not in the public list? For the owner alone.
-- in:  items (label), leaves (label)
-- out: n
SELECT count(*) AS n
FROM items AS i
LEFT JOIN leaves AS l ON l.label = i.label
WHERE l.label IS NULL

-- name: first
-- All records that hold anything are one part, with the number $part.
-- in:  held (unit)
-- out: unit, part
SELECT DISTINCT h.unit, $part AS part
FROM held AS h

-- name: subsets
-- Which subset of the labels below the one that its part opens does each record hold?
-- in:  members (unit, part), opened (part, label), below (label, leaf, bit), held (unit, key)
-- out: unit, part, subset (the sum of their bits)
SELECT d.unit, d.part, cast(sum(d.bit) AS bigint) AS subset
FROM (
  SELECT DISTINCT m.unit, m.part, b.bit
  FROM members AS m
  JOIN opened AS o ON o.part = m.part
  JOIN below AS b ON b.label = o.label
  JOIN held AS h ON h.unit = m.unit AND h.key = b.leaf
) AS d
GROUP BY d.unit, d.part

-- name: counts
-- How many records of each part hold each subset?
-- in:  subsets (unit, part, subset)
-- out: part, subset, n
SELECT s.part, s.subset, count(*) AS n
FROM subsets AS s
GROUP BY s.part, s.subset

-- name: sizes
-- How many records are in each part?
-- in:  members (unit, part)
-- out: part, n
SELECT m.part, count(*) AS n
FROM members AS m
GROUP BY m.part

-- name: members
-- The records of the subsets that noise let be parts.
-- in:  subsets (unit, part, subset), noted (part, subset, next)
-- out: unit, part (a new number)
SELECT s.unit, n.next AS part
FROM subsets AS s
JOIN noted AS n ON n.part = s.part AND n.subset = s.subset
