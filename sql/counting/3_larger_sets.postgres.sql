-- PostgreSQL's forms. 1. It folds the halves of a bigint into each other before it hashes it, so that far too many numbers of
-- pairs would meet: they are sorted, or compared by a second key besides. 2. It would sort all candidates by a set and an item
-- more, and takes longer with each key: two keys are one number. 3. It counts the bits of long strings of bits.

-- name: bits
SELECT f.pair_id, bits(f.mask) AS support
FROM found AS f

-- name: supports
-- Sorted.
SELECT b.pair_id, cast(sum(b.support) AS integer) AS support
FROM (SELECT w.pair_id, w.support FROM bits AS w ORDER BY w.pair_id) AS b
GROUP BY b.pair_id

-- name: heads
-- The first eight words of each generator, as one string of bits.
SELECT g.parent_id, g.gen_id, m.mask, g.item, g.support, CASE WHEN w.gen_id IS NULL THEN 0 ELSE 1 END AS wide
FROM (
  SELECT
    h.gen_id,
    bit_or(cast(cast(h.mask AS bit(64)) AS bit(512)) >> cast((h.word_id & 7) * 64 AS integer)) AS mask
  FROM masks AS h
  WHERE word_number(h.word_id) < 8
  GROUP BY h.gen_id
) AS m
JOIN generators AS g ON g.gen_id = m.gen_id
LEFT JOIN (SELECT DISTINCT l.gen_id FROM wide_masks AS l) AS w ON w.gen_id = g.gen_id

-- name: narrow
-- From the first eight words. OFFSET 0 keeps PostgreSQL from counting the bits once for each use.
SELECT f.pair_id, f.left_id, f.right_id, f.item, f.support
FROM (
  SELECT
    pair(a.gen_id, b.gen_id) AS pair_id,
    a.gen_id AS left_id,
    b.gen_id AS right_id,
    b.item,
    least(a.support, b.support) AS smaller,
    cast(bit_count(a.mask & b.mask) AS integer) AS support
  FROM heads AS a
  JOIN heads AS b ON b.parent_id = a.parent_id AND b.gen_id > a.gen_id
  WHERE a.wide + b.wide < 2
  OFFSET 0
) AS f
WHERE f.support BETWEEN 1 AND f.smaller - 1

-- name: broken
-- A set and an item more as one number.
SELECT c.pair_id
FROM counted AS c
JOIN subsets AS s ON s.gen_id = c.left_id
ANTI JOIN generators AS g
  ON pair_key(g.parent_id, g.item) = pair_key(s.sub_id, c.item)
  AND g.support > c.support

-- name: checked
-- Pairs put together otherwise.
SELECT c.pair_id, c.left_id, c.right_id, c.item, c.support
FROM counted AS c
ANTI JOIN broken AS x
  ON pair_key(pair_first(x.pair_id), pair_second(x.pair_id)) = pair_key(c.left_id, c.right_id)

-- name: checked_triples
-- A pair as one number.
SELECT c.pair_id, c.left_id, c.right_id, c.item, c.support
FROM counted AS c
JOIN generators AS l ON l.gen_id = c.left_id
JOIN generators AS g
  ON pair_key(g.parent_id, g.item) = pair_key(l.item, c.item)
  AND g.support > c.support

-- name: pairs_not_at_risk
-- With a second key.
SELECT h.pair_id, h.word_id, h.mask & o.mask AS mask
FROM found AS h
JOIN remaining_words AS o ON o.word_id = h.word_id
SEMI JOIN threats AS t ON t.pair_id = h.pair_id AND t.item = pair_second(h.pair_id)
WHERE (h.mask & o.mask) <> 0

-- name: masks
-- With a second key.
SELECT g.parent_id, g.gen_id, f.word_id, f.mask
FROM found AS f
JOIN generators AS g ON g.pair_id = f.pair_id AND g.item = pair_second(f.pair_id)
