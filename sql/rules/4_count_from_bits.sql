-- The rho audit where any number of items may be known and the same items are sensitive for everybody: how many rules are
-- above their limits, and which records do they concern? Counted from bits: no rule and no occurrence is listed.
-- 1. Sets of 2, 3, ... items are found with bits, as in counting/larger_sets with k = 2. Those that several records hold are
-- grown further, those that one record alone holds are not. Which bits stand for records with a sensitive item?
-- 2. From sets of the same records the same follows, but for their own items: they are counted together. Most have all
-- their bits in one word (narrow); the few others (wide) are looked at one by one.
-- 3. How many of these records hold each sensitive item? How many items follow too surely, and how surely the surest?
-- A sensitive item of the set itself is held by all of them, so it is counted among these, and taken off again.
-- 4. Which records are concerned? 5. Only sets that a record holds with a sensitive item lead to a larger one with a rule.
-- Nakagawa, Arai, Nakagawa, section 4.1; Algorithm 1, lines 5 to 7.
-- phase: counting rules from bits of records

-- name: sensitive_words
-- Which bits stand for records that hold each sensitive item?
-- in:  slots (record_id, word_id, bit), sensitive_rows (record_id, item)
-- out: word_id, item, mask
SELECT s.word_id, h.item, bit_or(s.bit) AS mask
FROM slots AS s
JOIN sensitive_rows AS h ON h.record_id = s.record_id
GROUP BY s.word_id, h.item

-- name: any_words
-- Which bits stand for records that hold some sensitive item?
-- in:  sensitive_words (word_id, mask)
-- out: word_id, mask
SELECT s.word_id, bit_or(s.mask) AS mask
FROM sensitive_words AS s
GROUP BY s.word_id

-- name: sensitive_singles
-- Which single items are sensitive? (With a limit of 1 nothing follows too surely, not even an item from itself.)
-- in:  singles (gen_id, source_item), limits (item, limit_num, limit_den)
-- out: gen_id
SELECT s.gen_id
FROM singles AS s
JOIN limits AS l ON l.item = s.source_item AND l.limit_num < l.limit_den

-- name: held_of_singles
-- Is each single item sensitive?
-- in:  singles (gen_id, support), sensitive_singles (gen_id)
-- out: gen_id, support, held (so many of its items are sensitive)
SELECT s.gen_id, s.support, CASE WHEN h.gen_id IS NULL THEN 0 ELSE 1 END AS held
FROM singles AS s
LEFT JOIN sensitive_singles AS h ON h.gen_id = s.gen_id

-- name: held
-- How many items of each set are sensitive: of those of its prefix, and the one more?
-- in:  generators (gen_id, parent_id, item, support), held (gen_id, held) of the prefixes, sensitive_singles (gen_id)
-- out: gen_id, support, held
SELECT g.gen_id, g.support, p.held + CASE WHEN h.gen_id IS NULL THEN 0 ELSE 1 END AS held
FROM generators AS g
JOIN held AS p ON p.gen_id = g.parent_id
LEFT JOIN sensitive_singles AS h ON h.gen_id = g.item

-- name: kinds_of_one
-- Sets that one record alone holds, together where it is the same record.
-- in:  found (pair_id, word_id, mask), threats (pair_id, left_id, item), held (gen_id, held) of one item less,
--      sensitive_singles (gen_id)
-- out: word_id, mask, support, sets, held (sensitive items in all of them together), least (in the one with the fewest)
SELECT
  f.word_id,
  f.mask,
  1 AS support,
  count(*) AS sets,
  sum(p.held + CASE WHEN h.gen_id IS NULL THEN 0 ELSE 1 END) AS held,
  min(p.held + CASE WHEN h.gen_id IS NULL THEN 0 ELSE 1 END) AS least
FROM found AS f
JOIN threats AS t ON t.pair_id = f.pair_id
JOIN held AS p ON p.gen_id = t.left_id
LEFT JOIN sensitive_singles AS h ON h.gen_id = t.item
GROUP BY f.word_id, f.mask

-- name: narrow_kinds
-- Sets with all their bits in the first word of their first item, together where the bits are the same.
-- in:  masks (gen_id, word_id, mask), wide_masks (gen_id), held (gen_id, support, held)
-- out: word_id, mask, support, sets, held (sensitive items in all of them together), least (in the one with the fewest)
SELECT m.word_id, m.mask, min(h.support) AS support, count(*) AS sets, sum(h.held) AS held, min(h.held) AS least
FROM masks AS m
JOIN held AS h ON h.gen_id = m.gen_id
ANTI JOIN wide_masks AS w ON w.gen_id = m.gen_id
GROUP BY m.word_id, m.mask

-- name: narrow_shares
-- How many of the records of each kind of sets hold each sensitive item?
-- in:  kinds (word_id, mask, support, sets, held, least), sensitive_words (word_id, item, mask)
-- out: word_id, mask, support, sets, held, least, item, support_with_sensitive
SELECT
  k.word_id, k.mask, k.support, k.sets, k.held, k.least, s.item,
  cast(bits(k.mask & s.mask) AS integer) AS support_with_sensitive
FROM kinds AS k
JOIN sensitive_words AS s ON s.word_id = k.word_id
WHERE (k.mask & s.mask) <> 0

-- name: judged_kinds
-- What follows from each kind of sets: how many items too surely, how many for certain, and how surely the next?
-- in:  shares (word_id, mask, support, sets, held, least, item, support_with_sensitive),
--      limits (item, limit_num, limit_den)
-- out: word_id, mask, sets, held, least, above, certain, next (the highest confidence under 1; 0: none)
SELECT
  s.word_id,
  s.mask,
  min(s.sets) AS sets,
  min(s.held) AS held,
  min(s.least) AS least,
  count(*) FILTER (
    WHERE cast(s.support_with_sensitive AS bigint) * l.limit_den > cast(s.support AS bigint) * l.limit_num
  ) AS above,
  count(*) FILTER (WHERE s.support_with_sensitive = s.support AND l.limit_num < l.limit_den) AS certain,
  coalesce(
    cast(max(s.support_with_sensitive) FILTER (WHERE s.support_with_sensitive < s.support) AS double) / nullif(min(s.support), 0),
    0
  ) AS next
FROM shares AS s
JOIN limits AS l ON l.item = s.item
GROUP BY s.word_id, s.mask

-- name: wide_shares
-- Which records of each wide set hold each sensitive item?
-- in:  wide_masks (gen_id, word_id, mask), sensitive_words (word_id, item, mask)
-- out: pair_id (pair of gen_id and item), word_id, mask
SELECT pair(m.gen_id, s.item) AS pair_id, m.word_id, m.mask & s.mask AS mask
FROM wide_masks AS m
JOIN sensitive_words AS s ON s.word_id = m.word_id
WHERE (m.mask & s.mask) <> 0

-- name: judged_wide
-- What follows from each wide set: how many items too surely, how many for certain, and how surely the next?
-- in:  supports (pair_id, support) of the set with an item, held (gen_id, support, held),
--      limits (item, limit_num, limit_den)
-- out: gen_id, sets, held, least, above, certain, next (the highest confidence under 1; 0: none)
SELECT
  h.gen_id,
  1 AS sets,
  min(h.held) AS held,
  min(h.held) AS least,
  count(*) FILTER (WHERE cast(c.support AS bigint) * l.limit_den > cast(h.support AS bigint) * l.limit_num) AS above,
  count(*) FILTER (WHERE c.support = h.support AND l.limit_num < l.limit_den) AS certain,
  coalesce(
    cast(max(c.support) FILTER (WHERE c.support < h.support) AS double) / nullif(min(h.support), 0), 0
  ) AS next
FROM supports AS c
JOIN held AS h ON h.gen_id = pair_first(c.pair_id)
JOIN limits AS l ON l.item = pair_second(c.pair_id)
GROUP BY h.gen_id

-- name: rules_above
-- How many rules are above their limit? Not those to an item of the set itself.
-- in:  judged (sets, held, above)
-- out: n
SELECT coalesce(sum(j.sets * j.above - j.held), 0) AS n
FROM judged AS j

-- name: confidences_of_kinds
-- How surely does a sensitive item follow from the sets of each kind, and is that above its limit (too_surely 1)? As for the
-- set of the kind that holds the fewest sensitive items. The bits are the records concerned.
-- in:  judged (word_id, mask, least, above, certain, next)
-- out: word_id, confidence, too_surely, mask
SELECT t.word_id, t.confidence, t.too_surely, bit_or(t.mask) AS mask
FROM (
  SELECT
    j.word_id,
    CASE WHEN j.certain > j.least THEN 1.0 ELSE j.next END AS confidence,
    CASE WHEN j.above > j.least THEN 1 ELSE 0 END AS too_surely,
    j.mask
  FROM judged AS j
) AS t
GROUP BY t.word_id, t.confidence, t.too_surely

-- name: confidences_of_wide
-- The same for wide sets, whose bits stand in several words.
-- in:  judged (gen_id, least, above, certain, next), wide_masks (gen_id, word_id, mask)
-- out: word_id, confidence, too_surely, mask
SELECT t.word_id, t.confidence, t.too_surely, bit_or(t.mask) AS mask
FROM (
  SELECT
    m.word_id,
    CASE WHEN j.certain > j.least THEN 1.0 ELSE j.next END AS confidence,
    CASE WHEN j.above > j.least THEN 1 ELSE 0 END AS too_surely,
    m.mask
  FROM judged AS j
  JOIN wide_masks AS m ON m.gen_id = j.gen_id
) AS t
GROUP BY t.word_id, t.confidence, t.too_surely

-- name: at_risk
-- About which records does a sensitive item follow too surely?
-- in:  confidence_words (word_id, too_surely, mask), slots (record_id, word_id, bit)
-- out: record_id
SELECT DISTINCT s.record_id
FROM slots AS s
JOIN confidence_words AS t ON t.word_id = s.word_id AND (t.mask & s.bit) <> 0
WHERE t.too_surely = 1

-- name: confidences
-- How surely does a sensitive item follow about each record?
-- in:  confidence_words (word_id, confidence, mask), slots (record_id, word_id, bit)
-- out: record_id, confidence
SELECT s.record_id, max(t.confidence) AS confidence
FROM slots AS s
JOIN confidence_words AS t ON t.word_id = s.word_id AND (t.mask & s.bit) <> 0
WHERE t.confidence > 0
GROUP BY s.record_id

-- name: growing_masks
-- The bits of the sets that a record with a sensitive item holds.
-- in:  masks (parent_id, gen_id, word_id, mask), any_words (word_id, mask)
-- out: parent_id, gen_id, word_id, mask
SELECT m.parent_id, m.gen_id, m.word_id, m.mask
FROM masks AS m
SEMI JOIN (
  SELECT n.gen_id
  FROM masks AS n
  JOIN any_words AS a ON a.word_id = n.word_id AND (n.mask & a.mask) <> 0
) AS g ON g.gen_id = m.gen_id

-- name: words_ahead
-- How many words are compared for the sets of one item more?
-- in:  masks (parent_id, word_id)
-- out: n
SELECT coalesce(sum(w.n * (w.n - 1) / 2), 0) AS n
FROM (SELECT cast(count(*) AS double) AS n FROM masks AS m GROUP BY m.parent_id, m.word_id) AS w
