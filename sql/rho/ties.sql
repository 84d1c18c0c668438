-- Which sets are tied to which one-smaller subset: as many records hold both?
-- in:  sets (set_id, support, least), members (set_id, sub_id), smaller (set_id, support): the sets that are one smaller
-- out: set_id, sub_id
SELECT s.set_id, m.sub_id
FROM sets AS s
JOIN members AS m ON m.set_id = s.set_id
JOIN smaller AS p ON p.set_id = m.sub_id
WHERE s.support = s.least AND p.support = s.support
