-- The occurrences one step further down, where their label was opened. What cannot be opened any more is settled.
-- phase: opening labels

-- name: stepped
-- The next label of each occurrence. It is settled (child NULL) if it is the item itself, if its label was to be opened and
-- is not for this record, or if its part is done.
-- in:  live (record_id, part, item, node, child, gain), openings (part, node, divides), members (record_id, part, opened),
--      steps (item, node, child, gain)
-- out: record_id, part, item, node, child, gain
WITH moved AS (
    SELECT
        l.record_id, l.part, l.item, l.node, l.child, l.gain, m.part AS new_part,
        CASE WHEN o.divides = 0 OR m.opened = 1 THEN 1 ELSE 0 END AS opens, o.node AS chosen
    FROM live AS l
    LEFT JOIN openings AS o ON o.part = l.part AND o.node = l.node
    LEFT JOIN members AS m ON m.record_id = l.record_id)
SELECT
    moved.record_id, coalesce(moved.new_part, moved.part) AS part, moved.item,
    CASE WHEN moved.chosen IS NOT NULL AND moved.opens = 1 THEN moved.child ELSE moved.node END AS node,
    CASE
        WHEN moved.chosen IS NULL AND busy.part IS NOT NULL THEN moved.child
        WHEN moved.chosen IS NOT NULL AND moved.opens = 1 THEN s.child
    END AS child,
    CASE WHEN moved.chosen IS NULL THEN moved.gain ELSE coalesce(s.gain, 0) END AS gain
FROM moved
LEFT JOIN steps AS s ON s.item = moved.item AND s.node = moved.child AND moved.chosen IS NOT NULL
LEFT JOIN (SELECT DISTINCT part FROM openings) AS busy ON busy.part = moved.part

-- name: settled
-- The occurrences whose label stands.
-- in:  stepped (record_id, item, node, child)
-- out: record_id, item, node
SELECT record_id, item, node FROM stepped WHERE child IS NULL

-- name: live
-- The occurrences whose label may yet be opened.
-- in:  stepped (record_id, part, item, node, child, gain)
-- out: record_id, part, item, node, child, gain
SELECT record_id, part, item, node, child, gain FROM stepped WHERE child IS NOT NULL

-- name: parts
-- How many records do the parts hold now?
-- in:  parts (part, records), new_parts (part, old_part, records)
-- out: part, records
SELECT p.part, p.records
FROM parts AS p
WHERE NOT EXISTS (SELECT 1 FROM new_parts AS n WHERE n.old_part = p.part)
UNION ALL
SELECT part, records FROM new_parts
