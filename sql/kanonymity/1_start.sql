-- LG, from the root down: all records, or those of each class, in one part, every item as the root of the taxonomy.
-- He and Naughton, "Anonymization of Set-Valued Data via Top-Down, Local Generalization" (PVLDB 2009), section 4.
-- phase: starting with all records in one part

-- name: steps
-- Which node lies one step below another on the way to an item, and how many leaves fewer does its label cover? A label
-- over one leaf covers nothing: it hides nothing.
-- in:  ancestors (item, node, distance), nodes (node, leaves)
-- out: item, node, child, gain
SELECT
    upper.item, upper.node, lower.node AS child,
    CASE WHEN n.leaves > 1 THEN n.leaves ELSE 0 END - CASE WHEN c.leaves > 1 THEN c.leaves ELSE 0 END AS gain
FROM ancestors AS upper
JOIN ancestors AS lower ON lower.item = upper.item AND lower.distance = upper.distance - 1
JOIN nodes AS n ON n.node = upper.node
JOIN nodes AS c ON c.node = lower.node

-- name: live
-- All occurrences, each under the root.
-- in:  transactions (record_id, item), steps (item, node, child, gain)
-- out: record_id, part, item, node (its label now), child (its label if that is opened), gain
SELECT t.record_id, CAST(1 AS INTEGER) AS part, t.item, s.node, s.child, s.gain
FROM transactions AS t
JOIN steps AS s ON s.item = t.item AND s.node = $root

-- name: live_of_classes
-- The same, with a part for each class of alike records.
-- in:  transactions (record_id, item), steps (item, node, child, gain), classes (record_id, class)
-- out: record_id, part, item, node (its label now), child (its label if that is opened), gain
SELECT
    t.record_id, CAST(dense_rank() OVER (ORDER BY c.class) AS INTEGER) AS part, t.item, s.node, s.child, s.gain
FROM transactions AS t
JOIN steps AS s ON s.item = t.item AND s.node = $root
JOIN classes AS c ON c.record_id = t.record_id

-- name: parts
-- How many records do the first parts hold?
-- in:  live (record_id, part)
-- out: part, records
SELECT part, count(DISTINCT record_id) AS records FROM live GROUP BY part
