-- The parts of each numbered set: its prefix, and each part of the prefix with the last label.
-- in:  numbered (set_id, prefix_id, item), parts (set_id, part_id) and kept (set_id, prefix_id, item) of the prefixes
-- out: set_id, part_id
SELECT numbered.set_id, numbered.prefix_id AS part_id FROM numbered
UNION ALL
SELECT numbered.set_id, kept.set_id AS part_id
FROM numbered
JOIN parts ON numbered.prefix_id = parts.set_id
JOIN kept ON parts.part_id = kept.prefix_id AND numbered.item = kept.item
