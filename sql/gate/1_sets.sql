-- The gate of k^m-anonymity, for up to three known items. The queries of this folder are the CTEs of one SELECT, in this
-- order.
-- 1. Items with their supports, numbered. Those of fewer than k records are threats; the rows of the others are kept.
-- 2. Pairs of these, where they occur and how often: under k they are threats. 3. Of the others only generators are kept:
-- pairs held by fewer records than each of the two items. Three of them make a set of three items.
-- The step findings adds up what was found.
-- Liu and Wang, Definition 2.
-- phase: counting sets that few records hold

-- name: items
-- How many records hold each item? Numbered, the rarest first.
-- in:  source_rows (record_id, item): each once
-- out: item, label, support
SELECT row_number() OVER (ORDER BY c.support, c.label) AS item, c.label, c.support
FROM (SELECT r.item AS label, count(*) AS support FROM source_rows AS r GROUP BY r.item) AS c

-- name: known_items
-- The items that may be known.
-- in:  items (item, label, support), known (item)
-- out: item, label, support
SELECT i.item, i.label, i.support FROM items AS i WHERE i.item IN (SELECT k.item FROM known AS k)

-- name: known_rows
-- Their rows.
-- in:  item_rows (record_id, item, support), known (item)
-- out: record_id, item, support
SELECT r.record_id, r.item, r.support FROM item_rows AS r WHERE r.item IN (SELECT k.item FROM known AS k)

-- name: rare_items
-- Which items do fewer than $k records hold?
-- in:  items (item, support)
-- out: item
SELECT i.item FROM items AS i WHERE i.support < $k

-- name: item_rows
-- The rows of a source with the numbers and supports of items.
-- in:  source_rows (record_id, item): each once, items (item, label, support)
-- out: record_id, item, support
SELECT r.record_id, i.item, i.support
FROM source_rows AS r
JOIN items AS i ON i.label = r.item

-- name: records_of_rare_items
-- Which records hold an item that fewer than $k records hold?
-- in:  item_rows (record_id, support)
-- out: record_id
SELECT DISTINCT r.record_id FROM item_rows AS r WHERE r.support < $k

-- name: frequent_rows
-- The rows of the other items.
-- in:  item_rows (record_id, item, support)
-- out: record_id, item
SELECT r.record_id, r.item FROM item_rows AS r WHERE r.support >= $k

-- name: pair_rows
-- Which record holds which pair of items?
-- in:  item_rows (record_id, item)
-- out: record_id, left_item, right_item
SELECT a.record_id, a.item AS left_item, b.item AS right_item
FROM item_rows AS a
JOIN item_rows AS b ON b.record_id = a.record_id AND b.item > a.item

-- name: pairs
-- How many records hold each pair?
-- in:  pair_rows (left_item, right_item)
-- out: left_item, right_item, support
SELECT p.left_item, p.right_item, count(*) AS support
FROM pair_rows AS p
GROUP BY p.left_item, p.right_item

-- name: rare_pairs
-- Which pairs do fewer than $k records hold?
-- in:  pairs (left_item, right_item, support)
-- out: left_item, right_item
SELECT p.left_item, p.right_item FROM pairs AS p WHERE p.support < $k

-- name: records_of_pairs
-- Which records hold one of some pairs?
-- in:  pair_rows (record_id, left_item, right_item), pairs (left_item, right_item)
-- out: record_id
SELECT DISTINCT o.record_id
FROM pair_rows AS o
JOIN pairs AS p ON p.left_item = o.left_item AND p.right_item = o.right_item

-- name: generators
-- Which pairs do $k records or more hold, but fewer than each of their items?
-- in:  pairs (left_item, right_item, support), items (item, support)
-- out: left_item, right_item
SELECT p.left_item, p.right_item
FROM pairs AS p
JOIN items AS a ON a.item = p.left_item
JOIN items AS b ON b.item = p.right_item
WHERE p.support >= $k AND p.support < a.support AND p.support < b.support

-- name: generator_rows
-- Which record holds which of them?
-- in:  pair_rows (record_id, left_item, right_item), generators (left_item, right_item)
-- out: record_id, left_item, right_item
SELECT o.record_id, o.left_item, o.right_item
FROM pair_rows AS o
SEMI JOIN generators AS g ON g.left_item = o.left_item AND g.right_item = o.right_item

-- name: triple_rows
-- Which record holds which three items whose pairs are all generators?
-- in:  generator_rows (record_id, left_item, right_item), generators (left_item, right_item)
-- out: record_id, left_item, right_item, third_item
SELECT x.record_id, x.left_item, x.right_item, y.right_item AS third_item
FROM generator_rows AS x
JOIN generator_rows AS y
  ON y.record_id = x.record_id AND y.left_item = x.left_item AND y.right_item > x.right_item
SEMI JOIN generators AS g ON g.left_item = x.right_item AND g.right_item = y.right_item

-- name: rare_triples
-- Which of them do fewer than $k records hold?
-- in:  triple_rows (left_item, right_item, third_item)
-- out: left_item, right_item, third_item, support
SELECT t.left_item, t.right_item, t.third_item, count(*) AS support
FROM triple_rows AS t
GROUP BY t.left_item, t.right_item, t.third_item
HAVING count(*) < $k

-- name: records_of_triples
-- Which records hold one of these?
-- in:  triple_rows (record_id, left_item, right_item, third_item), triples (left_item, right_item, third_item)
-- out: record_id
SELECT DISTINCT o.record_id
FROM triple_rows AS o
JOIN triples AS t
  ON t.left_item = o.left_item AND t.right_item = o.right_item AND t.third_item = o.third_item

-- name: items_of_list
-- Which items of the data does a list name?
-- in:  items (item, label), spellings (label, spelling), $listed: the labels
-- out: item
SELECT i.item FROM items AS i WHERE i.label IN (SELECT p.label FROM spellings AS p WHERE p.spelling IN ($listed))
