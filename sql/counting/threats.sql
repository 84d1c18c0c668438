-- Which generators are minimal threats? Each is the generator left_id and one more item.
-- in:  checked (pair_id, left_id, item, support)
-- out: pair_id, left_id, item, support
SELECT c.pair_id, c.left_id, c.item, c.support
FROM checked AS c
WHERE c.support < $k
