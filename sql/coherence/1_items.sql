-- (h, k, p)-coherence: what is public, what is private, and which public sets are moles. A mole is a set of public items that
-- fewer than k records hold, or from which a private item follows with a confidence above h.
-- Xu, Wang, Fu, Yu, "Anonymizing Transaction Databases for Publication" (KDD 2008), Definitions 1 to 3.
-- phase: counting public items

-- name: public_rows
-- The rows of the items that somebody may know.
-- in:  transactions (record_id, item), sensitive (item)
-- out: record_id, item
SELECT t.record_id, t.item
FROM transactions AS t
WHERE NOT EXISTS (SELECT 1 FROM sensitive AS s WHERE s.item = t.item)

-- name: group_rows
-- Which records hold an item of which group of private ones? Each once.
-- in:  transactions (record_id, item), items (item, label), grouped (label, number: of its group, above those of items)
-- out: record_id, item (the number of the group)
SELECT DISTINCT t.record_id, g.number AS item
FROM grouped AS g
JOIN items AS i ON i.label = g.label
JOIN transactions AS t ON t.item = i.item

-- name: single_sets
-- Each public item as a set.
-- in:  rows (record_id, item)
-- out: set_id, prefix_id (the set without its last item: none), item, support
SELECT r.item AS set_id, CAST(0 AS INTEGER) AS prefix_id, r.item, count(*) AS support FROM rows AS r GROUP BY r.item

-- name: single_occurrences
-- Where do the sets occur that k records hold?
-- in:  rows (record_id, item), sets (set_id, item, support)
-- out: record_id, set_id, item (the last of the set)
SELECT r.record_id, s.set_id, r.item
FROM rows AS r
JOIN sets AS s ON s.item = r.item AND s.support >= $k

-- name: safe_rows
-- The rows of the items that are no moles by themselves: larger minimal moles are made of these.
-- in:  rows (record_id, item), safe (set_id)
-- out: record_id, item
SELECT r.record_id, r.item
FROM rows AS r
JOIN safe AS s ON s.set_id = r.item
