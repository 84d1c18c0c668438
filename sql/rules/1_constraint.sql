-- What nobody may infer of whom: the sensitive constraint in the numbers of the data, and the limit of each item.
-- 1. Labels of a taxonomy stand for the items under them. 2. How much of the constraint is in the data, and what there is
-- nearly called so? 3. One list for everybody: its items. Or for each person a list of their own: who is meant, the wishes,
-- and the items that somebody wants hidden. 4. These items with their supports, from which the limits
-- limit_num / limit_den are made: rho for all, or a threshold for each item.
-- Reads named (label, or source_id and label) and the dataset; makes sensitive (item) and wishes (record_id, item).
-- Nakagawa, Arai, Nakagawa, section 4.1 (the sensitive constraint E); Chen et al. (LGPS), Definition 2 (frequencies).
-- phase: reading what is sensitive

-- name: with_own_leaves
-- The constraint with what each item is called besides where it is an inner node of a taxonomy: as itself, with $own behind.
-- in:  named (label)
-- out: label
SELECT n.label FROM named AS n
UNION
SELECT concat(n.label, $own) AS label FROM named AS n

-- name: under_labels
-- Which items of the data are at or under which labels that the constraint names?
-- in:  named (label), below (label, item), items (label)
-- out: label, item
SELECT b.label, b.item
FROM below AS b
SEMI JOIN named AS n ON n.label = b.label
SEMI JOIN items AS i ON i.label = b.item

-- name: items_for_all
-- The constraint with items in the places of labels.
-- in:  named (label), under (label, item)
-- out: label
SELECT DISTINCT coalesce(u.item, n.label) AS label
FROM named AS n
LEFT JOIN under AS u ON u.label = n.label

-- name: items_for_persons
-- The same where each person has wishes.
-- in:  named (source_id, label), under (label, item)
-- out: label, source_id
SELECT DISTINCT coalesce(u.item, n.label) AS label, n.source_id
FROM named AS n
LEFT JOIN under AS u ON u.label = n.label

-- name: near_items
-- Which items that are not in a list differ from one of the list in case and $blanks only?
-- in:  named (label), items (label)
-- out: label
SELECT i.label
FROM items AS i
SEMI JOIN (SELECT spelling(n.label, $blanks) AS spelling FROM named AS n) AS p ON p.spelling = spelling(i.label, $blanks)
ANTI JOIN named AS m ON m.label = i.label

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

-- name: same_limits
-- The limit of each sensitive item, where all have the same: one may follow with a confidence of limit_num / limit_den.
-- in:  sensitive (item)
-- out: item, limit_num, limit_den
SELECT h.item, $limit_num AS limit_num, $limit_den AS limit_den
FROM sensitive AS h
