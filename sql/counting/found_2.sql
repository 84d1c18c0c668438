-- Which pairs of frequent items share records, and which ones?
-- in:  slots (gen_id, record_id, word_id, bit), occurrences (record_id, gen_id)
-- out: pair_id (left gen_id * 2^31 + right gen_id), word_id, mask
SELECT cast(p.left_id AS bigint) * 2147483648 + p.right_id AS pair_id, p.word_id, p.mask
FROM (
  SELECT s.gen_id AS left_id, o.gen_id AS right_id, s.word_id, bit_or(s.bit) AS mask
  FROM slots AS s
  JOIN occurrences AS o ON o.record_id = s.record_id AND o.gen_id > s.gen_id
  GROUP BY s.gen_id, o.gen_id, s.word_id
) AS p
