-- Which pairs are minimal threats?
-- in:  counted (left_id, right_id, support)
-- out: left_id, item, support
SELECT c.left_id, c.right_id AS item, c.support
FROM counted AS c
WHERE c.support < $k
