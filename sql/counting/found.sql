-- Which pairs of generators with the same prefix share records, and which ones?
-- in:  masks (parent_id, gen_id, word_id, mask)
-- out: pair_id (left gen_id * 2^31 + right gen_id: the union of the two), word_id, mask
SELECT cast(a.gen_id AS bigint) * 2147483648 + b.gen_id AS pair_id, a.word_id, a.mask & b.mask AS mask
FROM masks AS a
JOIN masks AS b ON b.parent_id = a.parent_id AND b.word_id = a.word_id AND b.gen_id > a.gen_id
WHERE (a.mask & b.mask) <> 0
