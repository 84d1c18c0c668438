-- Which kind of record goes to which part of its group?
-- in:  choices (kind_id, group_id, records, weight), fates (group_id, weight, part_id, size)
-- out: kind_id, group_id (now the part), records, size (of the part; negative where nothing can split it)
SELECT c.kind_id, f.part_id AS group_id, c.records, f.size
FROM choices AS c
JOIN fates AS f ON f.group_id = c.group_id AND f.weight = c.weight
