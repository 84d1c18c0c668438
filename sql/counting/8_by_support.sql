-- Counts for every k at once: how many sets have which support, and how few hold some set of each record.
-- A set is a minimal threat for the k over its own support, up to the support of the part of it that the fewest hold. A record
-- is at risk for the k over the support of the set of it that the fewest hold. So both are counted by supports, from the least
-- k on, for which sets were counted; $most stands for itself and all higher supports.
-- 1. The sets of a size by their support, and by that of their rarest part. 2. Of the records that are not at risk for the least
-- k: the fewest that hold a set of this size, where these are fewer than $highest. 3. Records, and persons, by that.
-- A support is so many records, times $unit, or pair(persons, records), in which a person is the $unit.
-- phase: counting for every k at once

-- name: singles
-- How many items have each support, and how many of these are generators?
-- in:  supports (item, support), generators (source_item)
-- out: support, n_sets, n_generators
SELECT x.support, count(*) AS n_sets, count(x.source_item) AS n_generators
FROM (
  SELECT least(s.support // $unit, $most) AS support, g.source_item
  FROM supports AS s
  LEFT JOIN generators AS g ON g.source_item = s.item
) AS x
GROUP BY x.support

-- name: pairs
-- How many pairs have each support, and which support has the rarer item?
-- in:  counted (left_id, right_id, support), generators (gen_id, support): the single items
-- out: support, part_support, n_sets
SELECT x.support, x.part_support, count(*) AS n_sets
FROM (
  SELECT
    least(c.support // $unit, $most) AS support,
    least(a.support // $unit, b.support // $unit, $most) AS part_support
  FROM counted AS c
  JOIN generators AS a ON a.gen_id = c.left_id
  JOIN generators AS b ON b.gen_id = c.right_id
) AS x
GROUP BY x.support, x.part_support

-- name: triples
-- How many triples have each support, and which support has the rarest pair in it?
-- in:  counted (left_id, right_id, item, support), generators (gen_id, parent_id, item, support): the pairs
-- out: support, part_support, n_sets
SELECT x.support, x.part_support, count(*) AS n_sets
FROM (
  SELECT
    least(c.support // $unit, $most) AS support,
    least(a.support // $unit, b.support // $unit, o.support // $unit, $most) AS part_support
  FROM counted AS c
  JOIN generators AS a ON a.gen_id = c.left_id
  JOIN generators AS b ON b.gen_id = c.right_id
  JOIN generators AS o ON pair_key(o.parent_id, o.item) = pair_key(a.item, c.item)
) AS x
GROUP BY x.support, x.part_support

-- name: checked_triples
-- As in larger_sets: which candidates of 3 items are generators? With the support of the rarest pair in each.
-- in:  counted (pair_id, left_id, right_id, item, support), generators (gen_id, parent_id, item, support): the pairs
-- out: pair_id, left_id, right_id, item, support, part_support
SELECT
  c.pair_id,
  c.left_id,
  c.right_id,
  c.item,
  c.support,
  least(l.support, r.support, g.support) AS part_support
FROM counted AS c
JOIN generators AS l ON l.gen_id = c.left_id
JOIN generators AS r ON r.gen_id = c.right_id
JOIN generators AS g ON g.parent_id = l.item AND g.item = c.item AND g.support > c.support

-- name: known_parts
-- How many sets have each support, and which support has the rarest part, where that is known of each?
-- in:  counted (support, part_support)
-- out: support, part_support, n_sets
SELECT x.support, x.part_support, count(*) AS n_sets
FROM (
  SELECT least(c.support // $unit, $most) AS support, least(c.part_support // $unit, $most) AS part_support
  FROM counted AS c
) AS x
GROUP BY x.support, x.part_support

-- name: larger
-- How many larger sets have each support, and which support has the rarest part, one item smaller?
-- in:  counted (left_id, right_id, item, support), generators (gen_id, parent_id, item, support), subsets (gen_id, sub_id): one
--      size smaller
-- out: support, part_support, n_sets
SELECT x.support, x.part_support, count(*) AS n_sets
FROM (
  SELECT
    least(c.support // $unit, $most) AS support,
    least(min(a.support) // $unit, min(b.support) // $unit, min(o.support) // $unit, $most) AS part_support
  FROM counted AS c
  JOIN generators AS a ON a.gen_id = c.left_id
  JOIN generators AS b ON b.gen_id = c.right_id
  JOIN subsets AS s ON s.gen_id = c.left_id
  JOIN generators AS o ON pair_key(o.parent_id, o.item) = pair_key(s.sub_id, c.item)
  GROUP BY c.left_id, c.right_id, c.support
) AS x
GROUP BY x.support, x.part_support

-- name: scarce
-- Which sets do $lowest or more hold, so that they are no threats for the least k, but fewer than $highest?
-- in:  counted (left_id, right_id, support)
-- out: pair_id, left_id, right_id, support (in units)
SELECT
  pair(c.left_id, c.right_id) AS pair_id,
  c.left_id,
  c.right_id,
  cast(c.support // $unit AS integer) AS support
FROM counted AS c
WHERE c.support >= $lowest AND c.support < $highest

-- name: fewest_of_singles
-- How few hold an item of each record, if these are $lowest or more, but fewer than $highest?
-- in:  transactions (record_id, item), supports (item, support)
-- out: record_id, support
SELECT t.record_id, cast(min(s.support // $unit) AS integer) AS support
FROM transactions AS t
JOIN supports AS s ON s.item = t.item
WHERE s.support >= $lowest AND s.support < $highest
GROUP BY t.record_id

-- name: fewest
-- How few hold one of these sets that the remaining records hold?
-- in:  remaining (record_id, parent_id, gen_id), scarce (left_id, right_id, support)
-- out: record_id, support
SELECT a.record_id, min(s.support) AS support
FROM remaining AS a
JOIN remaining AS b ON b.record_id = a.record_id AND b.parent_id = a.parent_id AND b.gen_id > a.gen_id
JOIN scarce AS s ON pair_key(s.left_id, s.right_id) = pair_key(a.gen_id, b.gen_id)
GROUP BY a.record_id

-- name: fewest_in_words
-- The same, where bits say who of the remaining records holds which set.
-- in:  slots (record_id, word_id, bit), found (pair_id, word_id, mask), scarce (pair_id, support)
-- out: record_id, support
SELECT s.record_id, min(w.support) AS support
FROM slots AS s
JOIN (
  SELECT f.word_id, r.support, bit_or(f.mask) AS mask
  FROM found AS f
  JOIN scarce AS r ON r.pair_id = f.pair_id
  GROUP BY f.word_id, r.support
) AS w ON w.word_id = s.word_id AND (w.mask & s.bit) <> 0
GROUP BY s.record_id

-- name: fewest_of_records
-- How few hold some set of each record? $below stands for all that are at risk for the least k.
-- in:  fewest (record_id, support), at_risk (record_id)
-- out: record_id, support
SELECT u.record_id, min(u.support) AS support
FROM (
  SELECT f.record_id, f.support FROM fewest AS f
  UNION ALL
  SELECT r.record_id, $below AS support FROM at_risk AS r
) AS u
GROUP BY u.record_id

-- name: records
-- How many records hold a set that so few hold?
-- in:  by_record (record_id, support)
-- out: support, n
SELECT r.support, count(*) AS n FROM by_record AS r GROUP BY r.support

-- name: persons
-- The same of persons, by all of their records.
-- in:  by_record (record_id, support), persons (record_id, person)
-- out: support, n
SELECT x.support, count(*) AS n
FROM (
  SELECT p.person, min(r.support) AS support
  FROM by_record AS r
  JOIN persons AS p ON p.record_id = r.record_id
  GROUP BY p.person
) AS x
GROUP BY x.support
