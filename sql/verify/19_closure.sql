-- Local recoding: what does a record say besides the labels that it shows? Each label stands for an item of
-- its own. So where a record shows as many labels at or below one as there are items under that, all of these are in it.
-- They count as shown there, too; what is not shown under its own name gets one.
-- setanon_sql/verify/closure.py says what is below what.
-- phase: recounting items that labels can only stand for

-- name: full
-- Which labels do records fill: all items under them are in the record?
-- in:  lines (record_id, item), below (label, above, leaves: the number of items under above; one row where both are the same)
-- out: record_id, above
SELECT l.record_id, b.above
FROM lines AS l
JOIN below AS b ON b.label = l.item
JOIN lines AS o ON o.record_id = l.record_id AND o.item = b.above
GROUP BY l.record_id, b.above, b.leaves
HAVING count(*) >= b.leaves

-- name: said
-- What are the records said to hold, with what they show?
-- in:  lines (record_id, item), full_labels (record_id, above), meanings (above, item)
-- out: record_id, item
SELECT record_id, item FROM lines
UNION
SELECT f.record_id, m.item
FROM full_labels AS f
JOIN meanings AS m ON m.above = f.above

-- name: known_meanings
-- The items under labels, where somebody may know these.
-- in:  meanings (label, above, item), known (label)
-- out: above, item
SELECT m.above, m.item FROM meanings AS m SEMI JOIN known AS k ON k.label = m.label
