-- Which record goes to which new group?
-- in:  choices (record_id, group_id, weight), parts (group_id, weight, part_id), remainders (record_id, group_id),
--      remainder_groups (group_id, part_id, split)
-- out: record_id, group_id
SELECT c.record_id, p.part_id AS group_id
FROM choices AS c
JOIN parts AS p ON p.group_id = c.group_id AND p.weight = c.weight
UNION ALL
SELECT r.record_id, g.part_id AS group_id
FROM remainders AS r
JOIN remainder_groups AS g ON g.group_id = r.group_id AND g.split = 1 AND g.part_id IS NOT NULL
