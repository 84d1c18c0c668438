-- Count single items: which are minimal threats, which go into larger sets, and which records hold a threat already?
-- 1. How many records hold each item. 2. The items that fewer than k records hold are threats; the others are numbered,
-- rarest first. 3. The records that hold a threat. 4. For larger sizes: which record holds which frequent item.
-- Reads transactions (record_id, item); makes threats, generators, at_risk (record_id), occurrences (record_id, gen_id).
-- Liu and Wang, Definition 2 (minimal threats); generators are free sets as in frequent-itemset mining.
-- phase: counting single items

-- name: supports
-- How many records hold each item?
-- in:  transactions (record_id, item)
-- out: item, support
SELECT t.item, cast(count(*) AS integer) AS support
FROM transactions AS t
GROUP BY t.item

-- name: threats
-- Which single items are minimal threats: in at least one record but in fewer than k?
-- in:  supports (item, support)
-- out: left_id (0: the empty set), item, support
SELECT 0 AS left_id, s.item, s.support
FROM supports AS s
WHERE s.support < $k

-- name: generators
-- Which single items are frequent generators? Numbered rarest first: then a prefix join meets few extensions.
-- An item that every (non-empty) record holds is none: adding it to a set changes no support.
-- in:  supports (item, support), transactions (record_id, item)
-- out: gen_id, parent_id (0: the empty set), item (here its gen_id), source_item, support
SELECT
  cast(row_number() OVER (ORDER BY s.support, s.item) AS integer) AS gen_id,
  0 AS parent_id,
  cast(row_number() OVER (ORDER BY s.support, s.item) AS integer) AS item,
  s.item AS source_item,
  s.support
FROM supports AS s
WHERE s.support >= $k
  AND s.support < (SELECT count(DISTINCT t.record_id) FROM transactions AS t)

-- name: at_risk
-- Which records hold an item that is a threat by itself?
-- in:  transactions (record_id, item), supports (item, support)
-- out: record_id
SELECT DISTINCT t.record_id
FROM transactions AS t
JOIN supports AS s ON s.item = t.item
WHERE s.support < $k

-- name: occurrences
-- Which record holds which item that is a frequent generator?
-- in:  transactions (record_id, item), generators (gen_id, source_item) of size 1
-- out: record_id, gen_id
SELECT t.record_id, g.gen_id
FROM transactions AS t
JOIN generators AS g ON g.source_item = t.item

-- name: rooted_generators
-- Which single items are frequent generators, roots numbered first? Only sets with a root are wanted then.
-- in:  supports (item, support), roots (item), transactions (record_id, item)
-- out: gen_id, parent_id (0: the empty set), item (here its gen_id), source_item, support
SELECT
  cast(n.gen_id AS integer) AS gen_id,
  0 AS parent_id,
  cast(n.gen_id AS integer) AS item,
  n.source_item,
  n.support
FROM (
  SELECT
    row_number() OVER (ORDER BY CASE WHEN r.item IS NULL THEN 1 ELSE 0 END, s.support, s.item) AS gen_id,
    s.item AS source_item,
    s.support
  FROM supports AS s
  LEFT JOIN roots AS r ON r.item = s.item
  WHERE s.support >= $k
    AND s.support < (SELECT count(DISTINCT t.record_id) FROM transactions AS t)
) AS n

-- name: root_occurrences
-- Which record holds which root?
-- in:  occurrences (record_id, gen_id), generators (gen_id, source_item) of size 1, roots (item)
-- out: record_id, gen_id
SELECT o.record_id, o.gen_id
FROM occurrences AS o
JOIN generators AS g ON g.gen_id = o.gen_id
JOIN roots AS r ON r.item = g.source_item
