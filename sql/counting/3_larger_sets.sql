-- Count sets of 2, 3, ... items: the union of two generators with the same prefix, found with bits. The same queries serve
-- every size.
-- 1. Pairs: each item's records get bits in words of its own (slots); one self-join makes the words of all pairs. Larger
-- sets: AND the words of generators with the same prefix. 2. Count the bits; drop what is no generator. 3. What fewer than
-- k records hold is a threat, the rest goes on. 4. The records at risk. 5. Subsets and words of the generators that go on.
-- They stop at m, or when no frequent generator is left: then every size is covered.
-- Liu and Wang, Definition 2; generators are free sets as in frequent-itemset mining.
-- phase: counting larger sets of items

-- name: slots
-- Where does each record stand in the bit words of each item? An item numbers its own records, longest first, 62 a word
-- (no word meets its sign bit); 2^20 words an item are room for 65 million records.
-- in:  occurrences (record_id, gen_id)
-- out: gen_id, record_id, word_id, bit
SELECT
  p.gen_id,
  p.record_id,
  cast(word_of(p.gen_id, p.pos // 62) AS bigint) AS word_id,
  cast(1 AS bigint) << cast(p.pos % 62 AS integer) AS bit
FROM (
  SELECT
    o.gen_id,
    o.record_id,
    row_number() OVER (PARTITION BY o.gen_id ORDER BY l.rank) - 1 AS pos
  FROM occurrences AS o
  JOIN (
    SELECT c.record_id, row_number() OVER (ORDER BY count(*) DESC, c.record_id) AS rank
    FROM occurrences AS c
    GROUP BY c.record_id
  ) AS l ON l.record_id = o.record_id
) AS p

-- name: found_pairs
-- Which pairs of frequent items share records, and which ones?
-- in:  slots (gen_id, record_id, word_id, bit), occurrences (record_id, gen_id)
-- out: pair_id (pair of the left gen_id and the right one), word_id, mask
-- A word tells its left item: it need not be a key, too.
SELECT pair(word_set(p.word_id), p.right_id) AS pair_id, p.word_id, p.mask
FROM (
  SELECT o.gen_id AS right_id, s.word_id, bit_or(s.bit) AS mask
  FROM slots AS s
  JOIN occurrences AS o ON o.record_id = s.record_id AND o.gen_id > s.gen_id
  GROUP BY o.gen_id, s.word_id
) AS p

-- name: found
-- Which pairs of generators with the same prefix share records, and which ones?
-- in:  masks (parent_id, gen_id, word_id, mask)
-- out: pair_id (pair of the left gen_id and the right one: their union), word_id, mask
SELECT pair(a.gen_id, b.gen_id) AS pair_id, a.word_id, a.mask & b.mask AS mask
FROM masks AS a
JOIN masks AS b ON b.parent_id = a.parent_id AND b.word_id = a.word_id AND b.gen_id > a.gen_id
WHERE (a.mask & b.mask) <> 0

-- name: bits
-- How many bits has each word?
-- Added up in halves: a warehouse that gets this in a script may have no function for it.
-- in:  found (pair_id, mask)
-- out: pair_id, support
SELECT e.pair_id, sum_of_bytes(e.w) AS support
FROM (
  SELECT d.pair_id, bits_of_bytes(d.v) AS w
  FROM (
    SELECT h.pair_id, bits_of_four(h.u) AS v
    FROM (SELECT f.pair_id, bits_of_two(f.mask) AS u FROM found AS f) AS h
  ) AS d
) AS e

-- name: supports
-- How many records hold each union of two generators?
-- in:  bits (pair_id, support): one row for each word
-- out: pair_id, support
SELECT b.pair_id, cast(sum(b.support) AS integer) AS support
FROM bits AS b
GROUP BY b.pair_id

-- name: counted
-- What is the support of each union of two generators, where it is under that of both?
-- in:  supports (pair_id, support), generators (gen_id, item, support)
-- out: pair_id, left_id, right_id, item, support
SELECT c.pair_id, a.gen_id AS left_id, b.gen_id AS right_id, b.item, c.support
FROM supports AS c
JOIN generators AS a ON a.gen_id = pair_first(c.pair_id) AND a.support > c.support
JOIN generators AS b ON b.gen_id = pair_second(c.pair_id) AND b.support > c.support

-- name: wide_masks
-- The bits of those generators that have some beyond the first $words words of their first item.
-- in:  masks (parent_id, gen_id, word_id, mask)
-- out: parent_id, gen_id, word_id, mask
SELECT m.parent_id, m.gen_id, m.word_id, m.mask
FROM masks AS m
SEMI JOIN (SELECT w.gen_id FROM masks AS w WHERE word_number(w.word_id) >= $words) AS l ON l.gen_id = m.gen_id

-- name: heads
-- What is in the first word of each generator, and has it more (1)?
-- in:  masks (gen_id, word_id, mask), wide_masks (gen_id), generators (gen_id, parent_id, item, support)
-- out: parent_id, gen_id, mask, item, support, wide
SELECT g.parent_id, g.gen_id, m.mask, g.item, g.support, CASE WHEN w.gen_id IS NULL THEN 0 ELSE 1 END AS wide
FROM masks AS m
JOIN generators AS g ON g.gen_id = m.gen_id
LEFT JOIN (SELECT DISTINCT l.gen_id FROM wide_masks AS l) AS w ON w.gen_id = g.gen_id
WHERE word_number(m.word_id) = 0

-- name: narrow
-- Which unions are under both generators in support, where one of the two has all its bits in the first word?
-- Nothing has to be added up then but the bits of one word.
-- in:  heads (parent_id, gen_id, mask, item, support, wide)
-- out: pair_id, left_id, right_id, item, support
SELECT f.pair_id, f.left_id, f.right_id, f.item, f.support
FROM (
  SELECT
    pair(a.gen_id, b.gen_id) AS pair_id,
    a.gen_id AS left_id,
    b.gen_id AS right_id,
    b.item,
    least(a.support, b.support) AS smaller,
    cast(bits(a.mask & b.mask) AS integer) AS support
  FROM heads AS a
  JOIN heads AS b ON b.parent_id = a.parent_id AND b.gen_id > a.gen_id
  WHERE (a.mask & b.mask) <> 0 AND a.wide + b.wide < 2
) AS f
WHERE f.support < f.smaller

-- name: broken
-- Which candidates have a subset that is no frequent generator, or that is no more frequent than they are?
-- in:  counted (pair_id, left_id, item, support), subsets (gen_id, sub_id), generators (parent_id, item, support)
-- out: pair_id
SELECT c.pair_id
FROM counted AS c
JOIN subsets AS s ON s.gen_id = c.left_id
ANTI JOIN generators AS g ON g.parent_id = s.sub_id AND g.item = c.item AND g.support > c.support

-- name: checked
-- Which candidates are generators: every proper subset is a frequent generator and more frequent?
-- in:  counted (pair_id, left_id, right_id, item, support), broken (pair_id)
-- out: pair_id, left_id, right_id, item, support
SELECT c.pair_id, c.left_id, c.right_id, c.item, c.support
FROM counted AS c
ANTI JOIN broken AS x ON x.pair_id = c.pair_id

-- name: checked_triples
-- Which candidates of 3 items are generators? Known of each is that it is less frequent than the two generators that it is
-- the union of. What is left is the pair of its two last items: a frequent generator, and more frequent, too?
-- in:  counted (pair_id, left_id, right_id, item, support), generators (gen_id, parent_id, item, support): the pairs
-- out: pair_id, left_id, right_id, item, support
SELECT c.pair_id, c.left_id, c.right_id, c.item, c.support
FROM counted AS c
JOIN generators AS l ON l.gen_id = c.left_id
JOIN generators AS g ON g.parent_id = l.item AND g.item = c.item AND g.support > c.support

-- name: threats
-- Which generators are minimal threats? Each is the generator left_id and one more item.
-- in:  checked (pair_id, left_id, item, support)
-- out: pair_id, left_id, item, support
SELECT c.pair_id, c.left_id, c.item, c.support
FROM checked AS c
WHERE c.support < $k

-- name: generators
-- Which generators are frequent? Numbered in the order of their items.
-- in:  checked (pair_id, left_id, right_id, item, support)
-- out: gen_id, parent_id (the prefix), right_id, pair_id, item, support
SELECT
  cast(row_number() OVER (ORDER BY c.pair_id) AS integer) AS gen_id,
  c.left_id AS parent_id,
  c.right_id,
  c.pair_id,
  c.item,
  c.support
FROM checked AS c
WHERE c.support >= $k

-- name: remaining_words
-- Which bits belong to records that are not known to be at risk?
-- in:  slots (record_id, word_id, bit), at_risk (record_id)
-- out: word_id, mask
SELECT s.word_id, bit_or(s.bit) AS mask
FROM slots AS s
ANTI JOIN at_risk AS r ON r.record_id = s.record_id
GROUP BY s.word_id

-- name: pairs_not_at_risk
-- Which of the remaining records hold each threat of size 2, as bits?
-- in:  found (pair_id, word_id, mask), remaining_words (word_id, mask), threats (pair_id)
-- out: pair_id, word_id, mask
SELECT h.pair_id, h.word_id, h.mask & o.mask AS mask
FROM found AS h
JOIN remaining_words AS o ON o.word_id = h.word_id
SEMI JOIN threats AS t ON t.pair_id = h.pair_id
WHERE (h.mask & o.mask) <> 0

-- name: masks_not_at_risk
-- Which of the remaining records hold each generator, as bits?
-- in:  masks (gen_id, word_id, mask), remaining_words (word_id, mask)
-- out: gen_id, word_id, mask
SELECT m.gen_id, m.word_id, m.mask & o.mask AS mask
FROM masks AS m
JOIN remaining_words AS o ON o.word_id = m.word_id
WHERE (m.mask & o.mask) <> 0

-- name: at_risk
-- Which of the remaining records hold one of these threats?
-- in:  slots (record_id, word_id, bit), found (word_id, mask): those that hold a threat
-- out: record_id
SELECT DISTINCT s.record_id
FROM slots AS s
JOIN (
  SELECT f.word_id, bit_or(f.mask) AS mask
  FROM found AS f
  GROUP BY f.word_id
) AS w ON w.word_id = s.word_id AND (w.mask & s.bit) <> 0

-- name: subsets_of_pairs
-- Which one-smaller subsets has each generator of size 2, besides its prefix?
-- in:  generators (gen_id, item)
-- out: gen_id, sub_id
SELECT g.gen_id, g.item AS sub_id
FROM generators AS g

-- name: rooted_subsets_of_pairs
-- The same where only sets with a root are counted: the other item of a pair, if it is a root, too.
-- in:  generators (gen_id, item), singles (gen_id, source_item), roots (item)
-- out: gen_id, sub_id
SELECT g.gen_id, g.item AS sub_id
FROM generators AS g
JOIN singles AS s ON s.gen_id = g.item
JOIN roots AS r ON r.item = s.source_item

-- name: subsets
-- Which one-smaller subsets has each new generator, besides its prefix? Each subset of the prefix, extended by the same
-- item, and the other generator it was joined from.
-- in:  fresh (gen_id, parent_id, right_id, item): the new generators;
--      subsets (gen_id, sub_id), generators (gen_id, parent_id, item): one size smaller
-- out: gen_id, sub_id
SELECT x.gen_id, g.gen_id AS sub_id
FROM fresh AS x
JOIN subsets AS s ON s.gen_id = x.parent_id
JOIN generators AS g
  ON pair_key(g.parent_id, g.item) = pair_key(s.sub_id, x.item)
UNION ALL
SELECT x.gen_id, x.right_id AS sub_id
FROM fresh AS x

-- name: masks
-- Which records hold each new generator of size 2, as bits in the words of its first item?
-- in:  found (pair_id, word_id, mask), generators (gen_id, parent_id, pair_id)
-- out: parent_id, gen_id, word_id, mask
SELECT g.parent_id, g.gen_id, f.word_id, f.mask
FROM found AS f
JOIN generators AS g ON g.pair_id = f.pair_id

-- name: masks_of_unions
-- The same for a larger one: the bits that both generators have that it is the union of.
-- in:  masks (gen_id, word_id, mask): one size smaller; generators (gen_id, parent_id, right_id)
-- out: parent_id, gen_id, word_id, mask
SELECT g.parent_id, g.gen_id, a.word_id, a.mask & b.mask AS mask
FROM generators AS g
JOIN masks AS a ON a.gen_id = g.parent_id
JOIN masks AS b ON b.gen_id = g.right_id AND b.word_id = a.word_id
WHERE (a.mask & b.mask) <> 0

-- name: words_of_threats
-- Which records hold each threat, as bits?
-- in:  masks (gen_id, word_id, mask): of the generators one size smaller; threats (pair_id, left_id)
-- out: pair_id, word_id, mask
SELECT t.pair_id, a.word_id, a.mask & b.mask AS mask
FROM threats AS t
JOIN masks AS a ON a.gen_id = t.left_id
JOIN masks AS b ON b.gen_id = pair_second(t.pair_id) AND b.word_id = a.word_id
WHERE (a.mask & b.mask) <> 0
