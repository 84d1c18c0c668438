-- The rests of long records are many, and nearly all are unique: a few bits of each tell most of them apart, all at once.
-- 1. A sample of the records shows which pairs of items are rare. Which is the rarest with the first item of each rest?
-- 2. The items of a record set bits of two words. A record whose words lack a bit of a rest does not hold it.
-- 3. Who holds the pair of a rest, and has its bits? So many records hold the rest at most.
-- The search by words is ours: as in a Bloom filter, what it finds may be too much, never too little.
-- phase: comparing the rests of long records

-- name: sampled_pairs
-- How many records of a sample, one in $one_in, hold each pair of items? step is the pair: the rarer item and the other, in
-- one number. ($base is above all item numbers.)
-- in:  rows_by_rarity (record_id, item)
-- out: step, support
SELECT cast(a.item AS bigint) * $base + b.item AS step, count(*) AS support
FROM rows_by_rarity AS a
JOIN rows_by_rarity AS b ON b.record_id = a.record_id AND b.item < a.item
WHERE a.record_id % $one_in = 0 AND b.record_id % $one_in = 0
GROUP BY cast(a.item AS bigint) * $base + b.item

-- name: rarest_seconds
-- Which item of each rest is rarest together with its first? Of several the one that is rarest alone.
-- in:  rests (record_id, sensitive_item, items, part: the first item), rows_by_rarity (record_id, item),
--      sampled_pairs (step, support)
-- out: record_id, sensitive_item, items, part, second (so many of the sample hold both, then $base - 1 - item: one number)
SELECT q.record_id, q.sensitive_item, q.items, q.part, min((coalesce(p.support, 0) + 1) * $base - 1 - r.item) AS second
FROM rests AS q
JOIN rows_by_rarity AS r ON r.record_id = q.record_id AND r.item < q.part AND r.item <> q.sensitive_item
LEFT JOIN sampled_pairs AS p ON p.step = cast(q.part AS bigint) * $base + r.item
GROUP BY q.record_id, q.sensitive_item, q.items, q.part

-- name: words_to_compare
-- How many words are compared, nearly, where less than $below of the sample, one in $one_in, hold the pair of a rest?
-- in:  rarest_seconds (second)
-- out: n
SELECT coalesce(sum((s.second // $base + 1) * $one_in), 0) AS n
FROM rarest_seconds AS s
WHERE s.second < cast($below AS bigint) * $base

-- name: rest_pairs
-- The pair of each rest that less than $below of the sample hold.
-- in:  rarest_seconds (record_id, sensitive_item, items, part, second)
-- out: record_id, sensitive_item, items, step
SELECT s.record_id, s.sensitive_item, s.items, (cast(s.part AS bigint) + 1) * $base - 1 - s.second % $base AS step
FROM rarest_seconds AS s
WHERE s.second < cast($below AS bigint) * $base

-- name: words
-- Which bits do the items of each record set, in each of two words? (No word meets its sign bit. Two items that share a bit
-- in one do not in the other, while there are fewer than 3,782.)
-- in:  rows_by_rarity (record_id, item)
-- out: record_id, word, other_word
SELECT
  r.record_id,
  bit_or(cast(1 AS bigint) << r.item % 62) AS word,
  bit_or(cast(1 AS bigint) << r.item % 61) AS other_word
FROM rows_by_rarity AS r
GROUP BY r.record_id

-- name: rest_words
-- The bits of each rest: those of its record without those of the sensitive item. (Another item may share these: one bit
-- less is asked for then.) Those of a pair stand together: they are met together.
-- in:  rest_pairs (record_id, sensitive_item, step), words (record_id, word, other_word), parts (step, part)
-- out: record_id, sensitive_item, part, word, other_word
SELECT
  q.record_id,
  q.sensitive_item,
  p.part,
  w.word - (cast(1 AS bigint) << q.sensitive_item % 62) AS word,
  w.other_word - (cast(1 AS bigint) << q.sensitive_item % 61) AS other_word
FROM rest_pairs AS q
JOIN words AS w ON w.record_id = q.record_id
JOIN parts AS p ON p.step = q.step
ORDER BY p.part

-- name: pair_holders
-- Which records hold the pair of a rest, and items enough after its first item? With their words: where these are joined
-- only with the rests, an optimizer may compare all words with all words first.
-- in:  rows_by_rarity (record_id, item, more), words (record_id, word, other_word), parts (step, part, more)
-- out: record_id, part, word, other_word
SELECT a.record_id, p.part, w.word, w.other_word
FROM rows_by_rarity AS a
JOIN words AS w ON w.record_id = a.record_id
JOIN rows_by_rarity AS b ON b.record_id = a.record_id AND b.item < a.item
JOIN parts AS p ON p.step = cast(a.item AS bigint) * $base + b.item AND p.more <= a.more
WHERE a.more >= $least

-- name: rest_supports
-- How many records hold the pair of each rest, and have all its bits? No more hold the rest.
-- in:  rest_words (record_id, sensitive_item, part, word, other_word), pair_holders (part, word, other_word)
-- out: record_id, sensitive_item, support
SELECT q.record_id, q.sensitive_item, count(*) AS support
FROM rest_words AS q
JOIN pair_holders AS o ON o.part = q.part
WHERE (o.word & q.word) = q.word AND (o.other_word & q.other_word) = q.other_word
GROUP BY q.record_id, q.sensitive_item

-- name: open_rests
-- Which rests may still be held by so many that the sensitive item may stay?
-- in:  rests (record_id, sensitive_item, skipped, items, part, support), suppressions (record_id, item)
-- out: record_id, sensitive_item, skipped, items, part, support
SELECT q.record_id, q.sensitive_item, q.skipped, q.items, q.part, q.support
FROM rests AS q
ANTI JOIN suppressions AS g ON g.record_id = q.record_id AND g.item = q.sensitive_item
