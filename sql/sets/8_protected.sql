-- Sets of items that are protected by name: whoever knows some items of one of them finds no record, or k.
-- 1. For each set, what each record holds of it is a record of its own. Whoever knows some items of a set finds no fewer than
-- who knows all that a record holds of it: so each of these records has to be held by k (see sets/containment).
-- 2. Which of the sets, records and persons are at risk then?
-- Loukides, Gkoulalas-Divanis, Malin (COAT), and the same (PCTA): privacy constraints.
-- phase: counting what is held of protected sets

-- name: number
-- How many sets are there?
-- in:  named (set_id)
-- out: n
SELECT count(DISTINCT n.set_id) AS n FROM named AS n

-- name: unknown
-- Which items of the sets do the data not have?
-- in:  named (label), items (label)
-- out: label
SELECT DISTINCT n.label FROM named AS n ANTI JOIN items AS i ON i.label = n.label

-- name: numbers
-- The items of the sets that the data have, each set's with numbers of their own.
-- in:  named (set_id, label), items (item, label)
-- out: number, set_id, item
SELECT CAST(row_number() OVER (ORDER BY n.set_id, i.item) AS INTEGER) AS number, n.set_id, i.item
FROM (SELECT DISTINCT set_id, label FROM named) AS n
JOIN items AS i ON i.label = n.label

-- name: held
-- What each record holds of each set.
-- in:  transactions (record_id, item), numbers (number, set_id, item)
-- out: record_id (of the record and the set), item (a number), source_record, protected_set
SELECT pair(p.set_id, t.record_id) AS record_id, p.number AS item, t.record_id AS source_record, p.set_id AS protected_set
FROM transactions AS t
JOIN numbers AS p ON p.item = t.item

-- name: persons
-- Whose these are.
-- in:  held (record_id, source_record), persons (record_id, person)
-- out: record_id, person
SELECT DISTINCT h.record_id, p.person FROM held AS h JOIN persons AS p ON p.record_id = h.source_record

-- name: at_risk
-- Of how many protected sets, and records, some items are held by too few?
-- in:  held (record_id, source_record, protected_set), members (record_id, set_id), at_risk (set_id)
-- out: n_sets, n_records
SELECT count(DISTINCT h.protected_set) AS n_sets, count(DISTINCT h.source_record) AS n_records
FROM held AS h
JOIN members AS m ON m.record_id = h.record_id
JOIN at_risk AS r ON r.set_id = m.set_id

-- name: persons_at_risk
-- And how many persons?
-- in:  members (record_id, set_id), at_risk (set_id), persons (record_id, person)
-- out: n
SELECT count(DISTINCT p.person) AS n
FROM members AS m
JOIN at_risk AS r ON r.set_id = m.set_id
JOIN persons AS p ON p.record_id = m.record_id
