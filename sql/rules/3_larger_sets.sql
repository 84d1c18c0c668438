-- From the sets of one size to those with one item more. The same queries serve every size.
-- 1. Keep the generators with a rule that two records or more hold. How many are they, and what work lies ahead? Too much
--    ends the count. Where few are left, keep only their occurrences.
-- 2. Let each take in one more frequent item of its records; note where the new set occurs, count its records, leave out
--    what is no generator (or mark it as tied), note what it is made of. Where the largest sets occur may be noted only of
--    records that hold a sensitive item.
-- 3. Count its rules (count_rules/rules), and repeat from 1 until no set is left.
-- A set and an item more are compared as one number (place): no engine then joins a set first with all items that may
-- follow it.
-- Only generators matter: another set has a subset with the same records, hence the same confidences.
-- Nakagawa, Arai, Nakagawa, Algorithm 1, lines 5 to 7; generators are free sets as in frequent-itemset mining.
-- phase: counting rules from larger sets of items

-- name: growing_sets
-- Which generators of at least $min_records records are held together with a sensitive item? Only they and their
-- supersets can break the model; what one record holds cannot be split further.
-- in:  sets (set_id, parent_id, item, support, subset_support), rules (set_id)
-- out: set_id, parent_id, item, support
SELECT s.set_id, s.parent_id, s.item, s.support
FROM sets AS s
SEMI JOIN rules AS r ON r.set_id = s.set_id
WHERE s.support >= $min_records AND s.support < s.subset_support

-- name: frontier
-- How many sets can take in one more item, and how often do they occur?
-- in:  sets (support)
-- out: sets, occurrences
SELECT count(*) AS sets, coalesce(sum(s.support), 0) AS occurrences
FROM sets AS s

-- name: shape
-- How many records are there, how many items does the longest hold, and how many pairs of items do all of them?
-- in:  transactions (record_id, item)
-- out: records, longest, pairs (in both orders)
SELECT count(*) AS records, max(l.items) AS longest, sum(l.items * (l.items - 1)) AS pairs
FROM (SELECT count(*) AS items FROM transactions AS t GROUP BY t.record_id) AS l

-- name: record_lengths
-- How many items does each record hold?
-- in:  transactions (record_id, item)
-- out: record_id, items
SELECT t.record_id, cast(count(*) AS integer) AS items
FROM transactions AS t
GROUP BY t.record_id

-- name: work_ahead
-- How many rows does growing these sets touch (at most)?
-- in:  occurrences (record_id, set_id), sets (set_id), lengths (record_id, items)
-- out: n
SELECT coalesce(sum(l.items - $size), 0) AS n
FROM occurrences AS o
SEMI JOIN sets AS s ON s.set_id = o.set_id
JOIN lengths AS l ON l.record_id = o.record_id

-- name: occurrences_of_sets
-- Where do these sets occur?
-- in:  occurrences (record_id, set_id, last), sets (set_id)
-- out: record_id, set_id, last
SELECT o.record_id, o.set_id, o.last
FROM occurrences AS o
SEMI JOIN sets AS s ON s.set_id = o.set_id

-- name: candidates
-- Which sets arise when a set takes in one more, more frequent item of a record that holds it and a sensitive item?
-- Those of which each one-smaller subset may take in one, too. Numbered from $first + 1.
-- in:  occurrences (record_id, set_id, last), rows_with_sensitive (record_id, item),
--      sets (set_id, parent_id, item, support),
--      members (set_id, item, sub_id)
-- out: set_id, parent_id, item, place (the two as one number), subset_support (records that hold the rarest one-smaller
--      subset)
WITH possible AS (
  SELECT o.set_id AS parent_id, t.item
  FROM occurrences AS o
  JOIN rows_with_sensitive AS t ON t.record_id = o.record_id AND t.item < o.last
  GROUP BY o.set_id, t.item
)
SELECT
  cast(row_number() OVER (ORDER BY k.parent_id, k.item) + $first AS integer) AS set_id,
  k.parent_id,
  k.item,
  pair_key(k.parent_id, k.item) AS place,
  k.subset_support
FROM (
  SELECT c.parent_id, c.item, cast(min(least(g.support, p.support)) AS integer) AS subset_support
  FROM possible AS c
  JOIN sets AS p ON p.set_id = c.parent_id
  JOIN members AS m ON m.set_id = c.parent_id
  JOIN sets AS g
    ON pair_key(g.parent_id, g.item) = pair_key(m.sub_id, c.item)
  GROUP BY c.parent_id, c.item
  HAVING count(*) = $size
) AS k

-- name: grown_occurrences
-- Which record holds which grown set?
-- in:  occurrences (record_id, set_id, last) of the prefixes, transactions (record_id, item),
--      candidates (set_id, item, place)
-- out: record_id, set_id, last (the most frequent item of the set)
SELECT o.record_id, c.set_id, c.item AS last
FROM occurrences AS o
JOIN transactions AS t ON t.record_id = o.record_id AND t.item < o.last
JOIN candidates AS c ON c.place = pair_key(o.set_id, t.item)

-- name: grown_sets
-- How many records hold each grown set? Where as many hold a one-smaller subset it is tied to that: no generator, since
-- nothing new follows from the one item more. Tied sets are left out unless $keep_non_generators.
-- in:  occurrences (set_id), candidates (set_id, parent_id, item, place, subset_support)
-- out: set_id, parent_id, item, place, support, subset_support (records that hold the rarest one-smaller subset)
SELECT k.set_id, k.parent_id, k.item, k.place, c.support, k.subset_support
FROM candidates AS k
JOIN (
  SELECT o.set_id, cast(count(*) AS integer) AS support
  FROM occurrences AS o
  GROUP BY o.set_id
) AS c ON c.set_id = k.set_id
WHERE c.support < k.subset_support OR $keep_non_generators

-- name: grown_members
-- Which items make up each new set, and which set is the rest without the item?
-- in:  fresh (set_id, parent_id, item), members (set_id, item, sub_id) of the prefixes, sets (set_id, parent_id, item)
-- out: set_id, item, sub_id
SELECT f.set_id, m.item, g.set_id AS sub_id
FROM fresh AS f
JOIN members AS m ON m.set_id = f.parent_id
JOIN sets AS g
  ON pair_key(g.parent_id, g.item) = pair_key(m.sub_id, f.item)
UNION ALL
SELECT f.set_id, f.item, f.parent_id AS sub_id
FROM fresh AS f
