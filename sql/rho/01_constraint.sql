-- What nobody may infer of whom: the sensitive constraint in the numbers of the data, and the limit of each item.
-- 1. How much of the constraint is in the data? 2. One list for everybody: its items. Or for each person a list of their
-- own: who is meant, the wishes, and the items that somebody wants hidden. 3. These items with their supports, from which
-- the limits limit_num / limit_den are made: rho for all, or a threshold for each item.
-- Reads named (label, or source_id and label) and the dataset; makes sensitive (item) and wishes (record_id, item).
-- Nakagawa, Arai, Nakagawa, section 4.1 (the sensitive constraint E); Chen et al. (LGPS), Definition 2 (frequencies).

-- name: unknown_items
-- How many items does the constraint name, and how many of them are not in the data?
-- in:  named (label), items (item, label)
-- out: named, unknown
SELECT count(*) AS named, count(*) FILTER (WHERE i.item IS NULL) AS unknown
FROM (SELECT DISTINCT n.label FROM named AS n) AS p
LEFT JOIN items AS i ON i.label = p.label

-- name: sensitive_for_all
-- Which items of the data does the constraint make sensitive for everybody?
-- in:  named (label), items (item, label)
-- out: item
SELECT DISTINCT i.item
FROM named AS n
JOIN items AS i ON i.label = n.label

-- name: unknown_persons
-- How many persons does the constraint name, and how many of them are not in the data?
-- in:  named (source_id), record_ids (source_id)
-- out: named, unknown
SELECT count(*) AS named, count(*) FILTER (WHERE r.source_id IS NULL) AS unknown
FROM (SELECT DISTINCT n.source_id FROM named AS n) AS p
LEFT JOIN record_ids AS r ON r.source_id = p.source_id

-- name: wishes
-- Which person wants which item hidden, in the numbers of the data? Persons and items without data fall out.
-- in:  named (source_id, label), items (item, label), record_ids (record_id, source_id)
-- out: record_id, item
SELECT r.record_id, i.item
FROM named AS n
JOIN items AS i ON i.label = n.label
JOIN record_ids AS r ON r.source_id = n.source_id

-- name: sensitive_for_somebody
-- Which items does at least one person want hidden?
-- in:  wishes (item)
-- out: item
SELECT DISTINCT w.item
FROM wishes AS w

-- name: sensitive_items
-- The sensitive items of the data and how many records hold them, the most frequent first.
-- in:  items (item, label, support), sensitive (item)
-- out: item, label, support
SELECT i.item, i.label, i.support
FROM items AS i
SEMI JOIN sensitive AS h ON h.item = i.item
ORDER BY i.item

-- name: sensitive_labels
-- What are the sensitive items called?
-- in:  sensitive (item), items (item, label)
-- out: label
SELECT i.label
FROM sensitive AS h
JOIN items AS i ON i.item = h.item
