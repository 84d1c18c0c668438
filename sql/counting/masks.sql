-- Which records hold each new generator, as bits in the words of its first item?
-- in:  found (pair_id, word_id, mask), generators (gen_id, parent_id, pair_id)
-- out: parent_id, gen_id, word_id, mask
SELECT g.parent_id, g.gen_id, f.word_id, f.mask
FROM found AS f
JOIN generators AS g ON g.pair_id = f.pair_id
