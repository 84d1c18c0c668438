-- The gate of k^m-anonymity where absent items may be known, for up to three that a record holds and two that it lacks.
-- 1. The sets that records hold, of no item up to three, in one table: no item is 0. A holder is a record, or a person by
-- some record of theirs. 2. What holders hold beside a set, and how many of them. 3. All but 1 to k - 1 holders hold an
-- item: those few are told by lacking it. Of two items, each of which k lack, likewise those who hold neither. 4. Which of
-- these follow from no smaller set. 5. Who is at risk.
-- phase: counting who lacks an item

-- name: no_items
-- All records hold the set of no items.
-- in:  all_rows (record_id, holder)
-- out: record_id, holder, left_item, right_item, third_item
SELECT DISTINCT r.record_id, r.holder, 0 AS left_item, 0 AS right_item, 0 AS third_item
FROM all_rows AS r

-- name: one_item
-- Which record holds which item that is no threat?
-- in:  frequent_rows (record_id, item, holder)
-- out: record_id, holder, left_item, right_item, third_item
SELECT r.record_id, r.holder, r.item AS left_item, 0 AS right_item, 0 AS third_item
FROM frequent_rows AS r

-- name: two_items
-- Which record holds which two?
-- in:  generator_rows (record_id, left_item, right_item, holder)
-- out: record_id, holder, left_item, right_item, third_item
SELECT o.record_id, o.holder, o.left_item, o.right_item, 0 AS third_item
FROM generator_rows AS o

-- name: supports
-- How many hold each set, if these are $k, or all there are?
-- in:  held (holder, left_item, right_item, third_item)
-- out: left_item, right_item, third_item, support
SELECT h.left_item, h.right_item, h.third_item, count(DISTINCT h.holder) AS support
FROM held AS h
GROUP BY h.left_item, h.right_item, h.third_item
HAVING h.left_item = 0 OR count(DISTINCT h.holder) >= $k

-- name: beside
-- Which item does a holder of a set hold in some record that holds the set?
-- in:  held (record_id, holder, left_item, right_item, third_item), item_rows (record_id, item)
-- out: left_item, right_item, third_item, item, holder
SELECT DISTINCT h.left_item, h.right_item, h.third_item, r.item, h.holder
FROM held AS h
JOIN item_rows AS r ON r.record_id = h.record_id

-- name: beside_counts
-- How many holders hold which item beside a set, and how many lack it?
-- in:  beside (left_item, right_item, third_item, item, holder), supports (left_item, right_item, third_item, support)
-- out: left_item, right_item, third_item, item, n, n_lacking
SELECT b.left_item, b.right_item, b.third_item, b.item, b.n, s.support - b.n AS n_lacking
FROM (
  SELECT x.left_item, x.right_item, x.third_item, x.item, count(x.holder) AS n
  FROM beside AS x
  GROUP BY x.left_item, x.right_item, x.third_item, x.item
) AS b
JOIN supports AS s
  ON s.left_item = b.left_item AND s.right_item = b.right_item AND s.third_item = b.third_item

-- name: cells
-- Which item do some holders of a set lack, but fewer than $k?
-- in:  beside_counts (left_item, right_item, third_item, item, n_lacking)
-- out: left_item, right_item, third_item, item, second (0: no other item)
SELECT b.left_item, b.right_item, b.third_item, b.item, 0 AS second
FROM beside_counts AS b
WHERE b.n_lacking BETWEEN 1 AND $k - 1

-- name: twos
-- Which two items, each of which $k holders of a set lack, may so many hold one of that fewer lack both? How many lack both
-- if none holds both.
-- in:  beside_counts (left_item, right_item, third_item, item, n, n_lacking)
-- out: left_item, right_item, third_item, item, second, remainder
SELECT a.left_item, a.right_item, a.third_item, a.item, b.item AS second, a.n_lacking - b.n AS remainder
FROM beside_counts AS a
JOIN beside_counts AS b
  ON b.left_item = a.left_item AND b.right_item = a.right_item AND b.third_item = a.third_item AND b.item > a.item
WHERE a.n_lacking >= $k AND b.n_lacking >= $k AND a.n_lacking - b.n < $k

-- name: both
-- How many hold both?
-- in:  twos (left_item, right_item, third_item, item, second),
--      beside (left_item, right_item, third_item, item, holder)
-- out: left_item, right_item, third_item, item, second, n
SELECT t.left_item, t.right_item, t.third_item, t.item, t.second, count(x.holder) AS n
FROM twos AS t
JOIN beside AS x
  ON x.left_item = t.left_item AND x.right_item = t.right_item AND x.third_item = t.third_item AND x.item = t.item
JOIN beside AS y
  ON y.left_item = t.left_item AND y.right_item = t.right_item AND y.third_item = t.third_item AND y.item = t.second
  AND y.holder = x.holder
GROUP BY t.left_item, t.right_item, t.third_item, t.item, t.second

-- name: cells_of_two
-- Which two items do some holders of a set lack, but fewer than $k?
-- in:  twos (left_item, right_item, third_item, item, second, remainder),
--      both (left_item, right_item, third_item, item, second, n)
-- out: left_item, right_item, third_item, item, second
SELECT t.left_item, t.right_item, t.third_item, t.item, t.second
FROM twos AS t
LEFT JOIN both AS b
  ON b.left_item = t.left_item AND b.right_item = t.right_item AND b.third_item = t.third_item AND b.item = t.item
  AND b.second = t.second
WHERE t.remainder + coalesce(b.n, 0) BETWEEN 1 AND $k - 1

-- name: lacked_parts
-- What of the items that are lacked may a smaller cell lack?
-- in:  cells (left_item, right_item, third_item, item, second)
-- out: left_item, right_item, third_item, item, second, part_item, part_second
SELECT c.left_item, c.right_item, c.third_item, c.item, c.second, c.item AS part_item, c.second AS part_second
FROM cells AS c
UNION ALL
SELECT c.left_item, c.right_item, c.third_item, c.item, c.second, c.item AS part_item, 0 AS part_second
FROM cells AS c
WHERE c.second > 0
UNION ALL
SELECT c.left_item, c.right_item, c.third_item, c.item, c.second, c.second AS part_item, 0 AS part_second
FROM cells AS c
WHERE c.second > 0

-- name: minimal
-- Which cells have no smaller one in them? How many items are held.
-- in:  cells (left_item, right_item, third_item, item, second),
--      lacked_parts (left_item, right_item, third_item, item, second, part_item, part_second)
-- out: known_items
SELECT
  CASE WHEN c.third_item > 0 THEN 3 WHEN c.right_item > 0 THEN 2 WHEN c.left_item > 0 THEN 1 ELSE 0 END AS known_items
FROM cells AS c
ANTI JOIN (
  SELECT l.left_item, l.right_item, l.third_item, l.item, l.second
  FROM lacked_parts AS l
  JOIN cells AS p
    ON p.item = l.part_item AND p.second = l.part_second
    AND p.left_item IN (0, l.left_item, l.right_item, l.third_item)
    AND p.right_item IN (0, l.left_item, l.right_item, l.third_item)
    AND p.third_item IN (0, l.left_item, l.right_item, l.third_item)
  WHERE p.left_item <> l.left_item OR p.right_item <> l.right_item OR p.third_item <> l.third_item
    OR p.second <> l.second
) AS s
  ON s.left_item = c.left_item AND s.right_item = c.right_item AND s.third_item = c.third_item AND s.item = c.item
  AND s.second = c.second

-- name: sizes
-- How many of these have so many items that are held?
-- in:  minimal (known_items)
-- out: known_items, minimal_threats
SELECT $known_items AS known_items, count(*) AS minimal_threats
FROM minimal AS m
WHERE m.known_items = $known_items

-- name: lacking
-- Which records are of the few who lack an item, or two? From how many items on that are held.
-- in:  cells (left_item, right_item, third_item, item, second),
--      held (record_id, holder, left_item, right_item, third_item),
--      beside (left_item, right_item, third_item, item, holder)
-- out: record_id, known_items
SELECT
  h.record_id,
  CASE WHEN c.third_item > 0 THEN 3 WHEN c.right_item > 0 THEN 2 WHEN c.left_item > 0 THEN 1 ELSE 0 END AS known_items
FROM cells AS c
JOIN held AS h
  ON h.left_item = c.left_item AND h.right_item = c.right_item AND h.third_item = c.third_item
  AND h.holder IS NOT NULL
ANTI JOIN beside AS b
  ON b.left_item = c.left_item AND b.right_item = c.right_item AND b.third_item = c.third_item
  AND b.holder = h.holder AND b.item IN (c.item, c.second)
