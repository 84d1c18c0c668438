-- What is the support of each union of two generators, where it is under that of both? As counting/counted, with
-- PostgreSQL's own count of bits, and with a second key to group by: it adds nothing to the first, but PostgreSQL folds
-- the halves of a bigint into each other before it hashes it, so that far too many of these pairs meet.
-- in:  found (pair_id, word_id, mask), generators (gen_id, item, support)
-- out: pair_id, left_id, right_id, item, support
SELECT c.pair_id, a.gen_id AS left_id, b.gen_id AS right_id, b.item, c.support
FROM (
  SELECT f.pair_id, f.pair_id & 2147483647 AS right_id, cast(sum(bit_count(cast(f.mask AS bit(64)))) AS integer) AS support
  FROM found AS f
  GROUP BY f.pair_id, f.pair_id & 2147483647
) AS c
JOIN generators AS a ON a.gen_id = c.pair_id >> 31 AND a.support > c.support
JOIN generators AS b ON b.gen_id = c.right_id AND b.support > c.support
