-- The $most most frequent itemsets of any size, exactly, of one dataset or of several at once (draw tells them apart).
-- 1. The rows of the datasets, side by side. 2. The most frequent items, and which records hold them. 3. Size by size: only
-- the most frequent sets found so far are grown, by items later in the order, and only sets that more records hold than
-- the last of them take its place. 4. How many itemsets do two datasets have in common?
-- No set is held more often than a part of it, and of equals the smaller ones come first: nothing is missed.
-- Terrovitis et al., section 6 (tKd).
-- phase: finding the most frequent itemsets

-- name: one_dataset
-- The rows of a single dataset, which is draw $draw.
-- in:  rows (record_id, item)
-- out: draw, record_id, item
SELECT $draw AS draw, r.record_id, r.item
FROM rows AS r

-- name: side_by_side
-- Two datasets side by side: draw 0 is the source, draw 1 what was made up from its release.
-- in:  originals, drawn (record_id, item)
-- out: draw, record_id, item
SELECT 0 AS draw, o.record_id, o.item
FROM originals AS o
UNION ALL
SELECT 1 AS draw, d.record_id, d.item
FROM drawn AS d

-- name: singles
-- The $most most frequent items of each dataset, each a set of one; of equals those first whose text is.
-- in:  rows (draw, record_id, item)
-- out: set_id, parent_id, draw, item (the last of the set), itemset (its items as text, in order), size, support
SELECT
  row_number() OVER (ORDER BY s.draw, s.rank) AS set_id,
  cast(0 AS bigint) AS parent_id,
  s.draw,
  s.item,
  s.itemset,
  1 AS size,
  s.support
FROM (
  SELECT
    c.draw,
    c.item,
    c.itemset,
    c.support,
    row_number() OVER (PARTITION BY c.draw ORDER BY c.support DESC, c.itemset) AS rank
  FROM (
    SELECT r.draw, r.item, cast(r.item AS text) AS itemset, count(*) AS support
    FROM rows AS r
    GROUP BY r.draw, r.item
  ) AS c
) AS s
WHERE s.rank <= $most

-- name: single_occurrences
-- Which record of which dataset holds which set of one item?
-- in:  rows (draw, record_id, item), found (set_id, draw, item)
-- out: draw, record_id, set_id, item (the last of the set)
SELECT r.draw, r.record_id, f.set_id, r.item
FROM rows AS r
JOIN found AS f ON f.draw = r.draw AND f.item = r.item

-- name: larger
-- Which sets of the next size do more records hold than the $most most frequent ones found so far? Where fewer were
-- found, any. A set takes in an item that is later in the order, and related to none of its items.
-- in:  occurrences (draw, record_id, set_id, item), frequent_rows (draw, record_id, item),
--      found (set_id, draw, itemset, size, support), members (set_id, item), related (item, other)
-- out: set_id, parent_id, draw, item, itemset, size, support
SELECT
  (SELECT max(i.set_id) FROM found AS i) + row_number() OVER (ORDER BY e.set_id, e.item) AS set_id,
  e.set_id AS parent_id,
  f.draw,
  e.item,
  concat(f.itemset, ' ', cast(e.item AS text)) AS itemset,
  f.size + 1 AS size,
  e.support
FROM (
  SELECT o.set_id, r.item, count(*) AS support
  FROM occurrences AS o
  JOIN frequent_rows AS r ON r.draw = o.draw AND r.record_id = o.record_id AND r.item > o.item
  GROUP BY o.set_id, r.item
) AS e
JOIN found AS f ON f.set_id = e.set_id
LEFT JOIN (
  SELECT l.draw, min(l.support) AS support
  FROM found AS l
  GROUP BY l.draw
  HAVING count(*) >= $most
) AS kth ON kth.draw = f.draw
ANTI JOIN (
  SELECT m.set_id, n.other
  FROM members AS m
  JOIN related AS n ON n.item = m.item
) AS barred ON barred.set_id = e.set_id AND barred.other = e.item
WHERE e.support > coalesce(kth.support, 0)

-- name: top
-- The $most most frequent itemsets of each dataset, now that larger ones are known; of equals the smaller ones first.
-- in:  found, larger (set_id, parent_id, draw, item, itemset, size, support)
-- out: set_id, parent_id, draw, item, itemset, size, support
SELECT b.set_id, b.parent_id, b.draw, b.item, b.itemset, b.size, b.support
FROM (
  SELECT
    a.set_id,
    a.parent_id,
    a.draw,
    a.item,
    a.itemset,
    a.size,
    a.support,
    row_number() OVER (PARTITION BY a.draw ORDER BY a.support DESC, a.size, a.itemset) AS rank
  FROM (
    SELECT f.set_id, f.parent_id, f.draw, f.item, f.itemset, f.size, f.support
    FROM found AS f
    UNION ALL
    SELECT g.set_id, g.parent_id, g.draw, g.item, g.itemset, g.size, g.support
    FROM larger AS g
  ) AS a
) AS b
WHERE b.rank <= $most

-- name: of_size
-- How many itemsets of $size items are among those found?
-- in:  found (size)
-- out: n
SELECT count(*) AS n
FROM found AS f
WHERE f.size = $size

-- name: occurrences
-- Which record of which dataset holds which of the larger sets?
-- in:  occurrences (draw, record_id, set_id, item) of the smaller ones, frequent_rows (draw, record_id, item),
--      found (set_id, parent_id, item)
-- out: draw, record_id, set_id, item (the last of the set)
SELECT o.draw, o.record_id, f.set_id, f.item
FROM occurrences AS o
JOIN found AS f ON f.parent_id = o.set_id
JOIN frequent_rows AS r ON r.draw = o.draw AND r.record_id = o.record_id AND r.item = f.item

-- name: members
-- Which items are in each set of $size items?
-- in:  found (set_id, parent_id, item, size), members (set_id, item) of the smaller ones
-- out: set_id, item
SELECT f.set_id, m.item
FROM found AS f
JOIN members AS m ON m.set_id = f.parent_id
UNION ALL
SELECT f.set_id, f.item
FROM found AS f
WHERE f.size = $size

-- name: singles_released
-- How many of the items in frequent itemsets does a release have at all? With none it has none of the itemsets.
-- in:  leading (item, size), released (record_id, item)
-- out: n
SELECT count(*) AS n
FROM (SELECT DISTINCT l.item FROM leading AS l WHERE l.size = 1) AS s
WHERE EXISTS (SELECT 1 FROM released AS r WHERE r.item = s.item)

-- name: common
-- How many itemsets of the first dataset, whose draw is 0, does each dataset have, too?
-- in:  found (draw, itemset)
-- out: draw, common (for draw 0: how many there are)
SELECT o.draw, count(*) AS common
FROM found AS o
JOIN found AS f ON f.itemset = o.itemset AND f.draw = 0
GROUP BY o.draw
