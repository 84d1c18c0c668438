-- How long will a size take, and which records cause it? Asked before it is counted.
-- 1. The lengths of the records: the work of a size grows with a power of them. 2. The words that are compared for the
-- unions of generators; a sample of them, by the items that the generators begin with.
-- Reads transactions, the occurrences of frequent items, and the masks of generators.
-- phase: estimating how long counting takes

-- name: lengths
-- How many records hold so many items, so many of them frequent ones?
-- in:  transactions (record_id, item), occurrences (record_id, gen_id)
-- out: items, frequent, records
SELECT l.items, l.frequent, count(*) AS records
FROM (
  SELECT t.items, coalesce(o.frequent, 0) AS frequent
  FROM (SELECT r.record_id, count(*) AS items FROM transactions AS r GROUP BY r.record_id) AS t
  LEFT JOIN (SELECT f.record_id, count(*) AS frequent FROM occurrences AS f GROUP BY f.record_id) AS o
    ON o.record_id = t.record_id
) AS l
GROUP BY l.items, l.frequent

-- name: unions
-- How many words are compared for the unions of two generators that begin with the same items?
-- in:  masks (parent_id, gen_id, word_id, mask)
-- out: words
SELECT sum(w.generators * (w.generators - 1.0) / 2) AS words
FROM (
  SELECT cast(count(*) AS double) AS generators
  FROM masks AS m
  GROUP BY m.parent_id, m.word_id
) AS w

-- name: some_masks
-- The words of generators that begin with one of $every of the sets of items.
-- in:  masks (parent_id, gen_id, word_id, mask)
-- out: parent_id, gen_id, word_id, mask
SELECT m.parent_id, m.gen_id, m.word_id, m.mask FROM masks AS m WHERE m.parent_id % $every = 0
