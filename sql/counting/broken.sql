-- Which candidates have a subset that is no frequent generator, or that is no more frequent than they are?
-- in:  counted (pair_id, left_id, item, support), subsets (gen_id, sub_id), generators (gen_id, parent_id, item, support)
-- out: pair_id
SELECT c.pair_id
FROM counted AS c
JOIN subsets AS s ON s.gen_id = c.left_id
LEFT JOIN generators AS g ON g.parent_id = s.sub_id AND g.item = c.item
WHERE g.gen_id IS NULL OR g.support <= c.support
