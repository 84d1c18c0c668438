-- What a data miner loses: association rules of the source that are gone, and rules that were not there.
-- 1. Equal records become one, with the number of them in the source and in the release; only items that are frequent in
--    one of the two. 2. The sets of one item. 3. Size by size: how much work the next size is, its sets that are frequent
--    in one of the two, what they are made of (rho's queries); how many rules to one item stand in both, in one alone;
--    where they occur.
-- Agrawal and Srikant, Fast Algorithms for Mining Association Rules; Nakagawa, Arai, Nakagawa, formula (12).
-- phase: comparing association rules

-- name: numbered_release
-- A release with the numbers of the source's items, and numbers for its records, whose ids may be of any type.
-- in:  release (record_id, item: label), items (item, label)
-- out: record_id, item
SELECT cast(dense_rank() OVER (ORDER BY r.record_id) AS integer) AS record_id, i.item
FROM release AS r
JOIN items AS i ON i.label = r.item

-- name: frequent_in_either
-- Which items do at least $min_records records of one of two datasets hold?
-- in:  rows (draw, record_id, item): draw 0 is the original and draw 1 the release
-- out: item
SELECT DISTINCT f.item
FROM (
  SELECT r.draw, r.item
  FROM rows AS r
  GROUP BY r.draw, r.item
  HAVING count(*) >= $min_records
) AS f

-- name: frequent_parts
-- The frequent items of each record, as text.
-- in:  rows (draw, record_id, item), frequent (item)
-- out: draw, record_id, items
SELECT r.draw, r.record_id, string_agg(cast(r.item AS text), ',' ORDER BY r.item) AS items
FROM rows AS r
SEMI JOIN frequent AS f ON f.item = r.item
GROUP BY r.draw, r.record_id

-- name: distinct_records
-- Records with the same frequent items, once, and how many of them the original and the release hold.
-- in:  frequent_parts (draw, record_id, items)
-- out: distinct_id, draw, record_id (of one of them), original, released
SELECT
  cast(row_number() OVER (ORDER BY d.draw, d.record_id) AS integer) AS distinct_id,
  d.draw,
  d.record_id,
  d.original,
  d.released
FROM (
  SELECT
    p.draw,
    p.record_id,
    cast(sum(1 - p.draw) OVER (PARTITION BY p.items) AS integer) AS original,
    cast(sum(p.draw) OVER (PARTITION BY p.items) AS integer) AS released,
    row_number() OVER (PARTITION BY p.items ORDER BY p.draw, p.record_id) AS rank
  FROM frequent_parts AS p
) AS d
WHERE d.rank = 1

-- name: first_occurrences
-- Where does each frequent item occur? A set of one item has the number of its item, and grew from set 0, the empty one.
-- in:  distinct_records (distinct_id, draw, record_id, original, released), rows (draw, record_id, item), frequent (item)
-- out: distinct_id, set_id, parent_id, last (the last item of the set), original, released
SELECT d.distinct_id, r.item AS set_id, 0 AS parent_id, r.item AS last, d.original, d.released
FROM distinct_records AS d
JOIN rows AS r ON r.draw = d.draw AND r.record_id = d.record_id
SEMI JOIN frequent AS f ON f.item = r.item

-- name: first_sets
-- How many records of the original and of the release hold each frequent item?
-- in:  occurrences (set_id, last, original, released)
-- out: set_id, parent_id, item, original, released
SELECT
  o.set_id,
  0 AS parent_id,
  o.last AS item,
  cast(sum(o.original) AS bigint) AS original,
  cast(sum(o.released) AS bigint) AS released
FROM occurrences AS o
GROUP BY o.set_id, o.last

-- name: work
-- How many pairs, in either order, do the sets make that a record holds and that differ in their last item only?
-- in:  occurrences (distinct_id, parent_id)
-- out: n
SELECT coalesce(sum(g.n * (g.n - 1)), 0) AS n
FROM (
  SELECT count(*) AS n
  FROM occurrences AS o
  GROUP BY o.distinct_id, o.parent_id
) AS g

-- name: larger_sets
-- Which sets of one item more do at least $min_records records of the original or of the release hold? Two sets that differ in
-- their last item only make one: that with the smaller item takes in the larger one.
-- in:  occurrences (distinct_id, set_id, parent_id, last, original, released)
-- out: set_id, parent_id, item, original, released
SELECT
  cast(row_number() OVER (ORDER BY g.parent_id, g.item) AS integer) AS set_id,
  g.parent_id,
  g.item,
  g.original,
  g.released
FROM (
  SELECT
    o.set_id AS parent_id,
    p.last AS item,
    cast(sum(o.original) AS bigint) AS original,
    cast(sum(o.released) AS bigint) AS released
  FROM occurrences AS o
  JOIN occurrences AS p ON p.distinct_id = o.distinct_id AND p.parent_id = o.parent_id AND p.last > o.last
  GROUP BY o.set_id, p.last
  HAVING sum(o.original) >= $min_records OR sum(o.released) >= $min_records
) AS g

-- name: rule_changes
-- How many rules stand in both, in the original alone, in the release alone? A rule leads from a set without an item to
-- the item: at least $min_records records hold it, with a confidence of at least $confidence_num / $confidence_den.
-- in:  members (set_id, item, sub_id), larger (set_id, original, released), sets (set_id, original, released): sets of
--      one item less
-- out: kept, lost, spurious
SELECT
  count(*) FILTER (WHERE r.in_original AND r.in_release) AS kept,
  count(*) FILTER (WHERE r.in_original AND NOT r.in_release) AS lost,
  count(*) FILTER (WHERE r.in_release AND NOT r.in_original) AS spurious
FROM (
  SELECT
    l.original >= $min_records AND l.original * $confidence_den >= s.original * $confidence_num AS in_original,
    l.released >= $min_records AND l.released * $confidence_den >= s.released * $confidence_num AS in_release
  FROM members AS m
  JOIN larger AS l ON l.set_id = m.set_id
  JOIN sets AS s ON s.set_id = m.sub_id
) AS r

-- name: occurrences
-- Where does each larger set occur?
-- in:  occurrences (distinct_id, set_id, parent_id, last, original, released) of the smaller ones,
--      larger (set_id, parent_id, item)
-- out: distinct_id, set_id, parent_id, last, original, released
SELECT o.distinct_id, l.set_id, o.set_id AS parent_id, p.last, o.original, o.released
FROM occurrences AS o
JOIN occurrences AS p ON p.distinct_id = o.distinct_id AND p.parent_id = o.parent_id AND p.last > o.last
JOIN larger AS l ON l.parent_id = o.set_id AND l.item = p.last
