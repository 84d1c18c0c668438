-- Which records hold each generator of size 2, as bits in the words of its first item?
-- in:  slots (gen_id, record_id, word_id, bit), occurrences (record_id, gen_id), generators (gen_id, parent_id, item)
-- out: parent_id, gen_id, word_id, mask
SELECT g.parent_id, g.gen_id, s.word_id, bit_or(s.bit) AS mask
FROM slots AS s
JOIN occurrences AS o ON o.record_id = s.record_id AND o.gen_id > s.gen_id
JOIN generators AS g ON g.parent_id = s.gen_id AND g.item = o.gen_id
GROUP BY g.parent_id, g.gen_id, s.word_id
