-- How many records match what somebody knows of a record at worst: up to $size of its items, or all of it?
-- A set of items is held by no more records than each part of it, so that the largest sets that may be known decide.
-- 1. Single items. 2. Sets, each time by one item more: those that several hold with each item of a lower number, as these
-- are the more frequent ones; whatever one holds alone has no fewer than one. 3. Of each holder the fewest. Without a bound of the known items: 4. Those
-- who hold all items of a record (5_containment). A holder is a record, or the person whose it is.
-- Reads transactions (record_id, item), persons (record_id, person).
-- phase: counting matching records

-- name: persons
-- Which rows are there, and whose are they?
-- in:  transactions (record_id, item), persons (record_id, person)
-- out: record_id, item, holder
SELECT t.record_id, t.item, p.person AS holder
FROM transactions AS t
JOIN persons AS p ON p.record_id = t.record_id

-- name: single_items
-- Which sets of one item does each record hold? Its number is that of the item.
-- in:  held (record_id, item, holder)
-- out: record_id, holder, part, item
SELECT h.record_id, h.holder, cast(0 AS bigint) AS part, h.item FROM held AS h

-- name: counted
-- How many holders does each set have?
-- in:  sets (part, item)
-- out: part, item, n
SELECT s.part, s.item, count(*) AS n FROM sets AS s GROUP BY s.part, s.item

-- name: counted_of_persons
-- The same where a holder has several records.
-- in:  sets (holder, part, item)
-- out: part, item, n
SELECT s.part, s.item, count(DISTINCT s.holder) AS n FROM sets AS s GROUP BY s.part, s.item

-- name: shared
-- Which sets have several holders? They are numbered.
-- in:  counted (part, item, n)
-- out: part, item, set_id
SELECT c.part, c.item, row_number() OVER (ORDER BY c.part, c.item) AS set_id FROM counted AS c WHERE c.n > 1

-- name: longer
-- Which sets with one item more, of a lower number, does each record hold?
-- in:  sets (record_id, holder, part, item), shared (part, item, set_id), held (record_id, item)
-- out: record_id, holder, part, item
SELECT s.record_id, s.holder, c.set_id AS part, h.item
FROM sets AS s
JOIN shared AS c ON c.part = s.part AND c.item = s.item
JOIN held AS h ON h.record_id = s.record_id AND h.item < s.item

-- name: fewest
-- How many holders has the rarest of the sets of each holder?
-- in:  sets (holder, part, item), counted (part, item, n)
-- out: holder, n
SELECT s.holder, min(c.n) AS n
FROM sets AS s
JOIN counted AS c ON c.part = s.part AND c.item = s.item
GROUP BY s.holder

-- name: fewest_of_whole_records
-- How many holders have a record with all items of a record, at worst of the records of each holder?
-- in:  holders (set_id, holder), matching (set_id, n)
-- out: holder, n
SELECT h.holder, min(m.n) AS n
FROM holders AS h
JOIN matching AS m ON m.set_id = h.set_id
GROUP BY h.holder

-- name: distribution
-- How many holders have how many matching ones at worst?
-- in:  fewest (holder, n)
-- out: n, n_holders
SELECT f.n, count(*) AS n_holders
FROM (SELECT w.holder, min(w.n) AS n FROM fewest AS w GROUP BY w.holder) AS f
GROUP BY f.n

-- name: items_per_record
-- How many records support how many of the nodes?
-- in:  held (record_id, item)
-- out: nodes, records
SELECT n.nodes, count(*) AS records
FROM (
  SELECT h.record_id, count(*) AS nodes
  FROM held AS h
  GROUP BY h.record_id
) AS n
GROUP BY n.nodes
