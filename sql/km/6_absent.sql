-- What a person lacks: sets of items that records hold, and an item or two that they do not, of fewer than k.
-- Size by size, from the set of no items on: 1. the sets that k hold, and who holds them; 2. beside which other items, and
-- how many: those of all holders but 1 to k - 1 are told by the few who lack them; 3. two items likewise: of two that all but
-- fewer than k hold one of, the more frequent is held by half as many; 4. which of these follow from no smaller set; 5. who is
-- at risk; 6. the sets of one item more. A set is held by records, or by the persons of these (holder).
-- A person holds a set who has a record that does, and lacks an item beside it where no record of theirs holds both.
-- A set that no fewer records hold than a part of it is left out with all that hold it: whoever holds the part holds it.
-- phase: counting who lacks an item

-- name: all_records
-- Which records hold the set of no items (0)? All that are there; every item is yet to come, for all are under $beyond.
-- in:  all_rows (record_id, holder)
-- out: record_id, set_id, item, holder
SELECT DISTINCT r.record_id, 0 AS set_id, $beyond AS item, r.holder
FROM all_rows AS r

-- name: no_items
-- The set of no items.
-- in:  held (record_id, holder): all records
-- out: set_id, prefix_id, item, support, n_records
SELECT
  0 AS set_id,
  -1 AS prefix_id,
  0 AS item,
  cast(count(DISTINCT h.holder) AS integer) AS support,
  cast(count(*) AS integer) AS n_records
FROM held AS h

-- name: portions
-- Which sets are counted together, so that records hold one of them beside an item no more than $most times?
-- in:  held (record_id, set_id), item_rows (record_id)
-- out: set_id, portion (from 0 on)
SELECT
  w.set_id,
  cast(floor((sum(w.n) OVER (ORDER BY w.set_id ROWS UNBOUNDED PRECEDING) - w.n) / $most) AS integer) AS portion
FROM (
  SELECT h.set_id, sum(l.n) AS n
  FROM held AS h
  JOIN (SELECT r.record_id, count(*) AS n FROM item_rows AS r GROUP BY r.record_id) AS l ON l.record_id = h.record_id
  GROUP BY h.set_id
) AS w

-- name: last_portion
-- How many of these are there besides the first?
-- in:  portions (portion)
-- out: n
SELECT max(p.portion) AS n FROM portions AS p

-- name: held_portion
-- Who holds the sets of one of them?
-- in:  held (record_id, set_id, item, holder), portions (set_id, portion)
-- out: record_id, set_id, item, holder
SELECT h.record_id, h.set_id, h.item, h.holder
FROM held AS h
JOIN portions AS p ON p.set_id = h.set_id
WHERE p.portion = $portion

-- name: beside_sets
-- How many times does a record hold a set of $m items beside an item, at most? $orders: in so many orders a set is written.
-- in:  item_rows (record_id)
-- out: n
SELECT coalesce(sum(power(l.n, $m + 1)), 0) / $orders AS n
FROM (SELECT r.record_id, count(*) AS n FROM item_rows AS r GROUP BY r.record_id) AS l

-- name: item_supports
-- How many hold each item?
-- in:  item_rows (item, holder)
-- out: item, support
SELECT r.item, cast(count(DISTINCT r.holder) AS bigint) AS support
FROM item_rows AS r
GROUP BY r.item

-- name: beside
-- Which items are beside a set in a record of its holders? Of items that so many hold that all but $fewer of these may.
-- in:  held (record_id, set_id, holder), item_rows (record_id, item), sets (set_id, support),
--      item_supports (item, support)
-- out: set_id, item, holder
SELECT h.set_id, r.item, h.holder
FROM (
  SELECT x.record_id, x.set_id, x.holder, s.support - $fewer AS least
  FROM held AS x
  JOIN sets AS s ON s.set_id = x.set_id
) AS h
JOIN (
  SELECT y.record_id, y.item, i.support
  FROM item_rows AS y
  JOIN item_supports AS i ON i.item = y.item
) AS r ON r.record_id = h.record_id AND r.support >= h.least

-- name: covered_by_records
-- How many holders of a set hold which item, too, where each has one record?
-- in:  beside (set_id, item)
-- out: set_id, item, n
SELECT b.set_id, b.item, count(*) AS n
FROM beside AS b
GROUP BY b.set_id, b.item

-- name: covered_by_persons
-- How many hold it, where one may have several records?
-- in:  beside (set_id, item, holder)
-- out: set_id, item, n
SELECT d.set_id, d.item, count(*) AS n
FROM (SELECT DISTINCT b.set_id, b.item, b.holder FROM beside AS b) AS d
GROUP BY d.set_id, d.item

-- name: cells
-- Which item do some holders of a set lack, but fewer than $k?
-- in:  covered (set_id, item, n), sets (set_id, support)
-- out: set_id, item, second (0: no other item), support (how many lack it)
SELECT c.set_id, c.item, 0 AS second, cast(s.support - c.n AS integer) AS support
FROM covered AS c
JOIN sets AS s ON s.set_id = c.set_id
WHERE s.support - c.n BETWEEN 1 AND $k - 1

-- name: firsts
-- Which item do $k holders of a set lack or more, but few enough for a less frequent one to leave fewer than k?
-- in:  covered (set_id, item, n), sets (set_id, support)
-- out: set_id, item, n, support (how many lack it)
SELECT c.set_id, c.item, c.n, s.support - c.n AS support
FROM covered AS c
JOIN sets AS s ON s.set_id = c.set_id
WHERE s.support - c.n >= $k AND s.support - 2 * c.n < $k

-- name: without_first
-- Which records hold a set, of holders who lack the item?
-- in:  firsts (set_id, item, n), held (record_id, set_id, holder), item_rows (record_id, item)
-- out: record_id, set_id, item, n, holder
SELECT h.record_id, f.set_id, f.item, f.n, h.holder
FROM firsts AS f
JOIN held AS h ON h.set_id = f.set_id
ANTI JOIN (
  SELECT d.set_id, d.item, g.holder
  FROM firsts AS d
  JOIN held AS g ON g.set_id = d.set_id
  JOIN item_rows AS r ON r.record_id = g.record_id AND r.item = d.item
) AS b ON b.set_id = f.set_id AND b.item = f.item AND b.holder = h.holder

-- name: second_cells
-- Which second item, no more frequent, do some of these lack, too, but fewer than $k?
-- in:  without_first (record_id, set_id, item, n, holder), item_rows (record_id, item), covered (set_id, item, n),
--      firsts (set_id, item, support)
-- out: set_id, item, second (the larger of both), support (how many lack both)
SELECT
  w.set_id,
  least(w.item, w.second) AS item,
  greatest(w.item, w.second) AS second,
  cast(f.support - w.n AS integer) AS support
FROM (
  SELECT o.set_id, o.item, r.item AS second, count(DISTINCT o.holder) AS n
  FROM without_first AS o
  JOIN item_rows AS r ON r.record_id = o.record_id
  JOIN covered AS c
    ON c.set_id = o.set_id AND c.item = r.item AND (c.n < o.n OR (c.n = o.n AND r.item > o.item))
  GROUP BY o.set_id, o.item, r.item
) AS w
JOIN firsts AS f ON f.set_id = w.set_id AND f.item = w.item
WHERE f.support - w.n BETWEEN 1 AND $k - 1

-- name: inherited
-- Of which set was it found without one of its items that some lack an item, or two, but fewer than k?
-- in:  parts (set_id, part_id), found (set_id, item, second)
-- out: set_id, item, second
SELECT DISTINCT p.set_id, f.item, f.second
FROM parts AS p
JOIN found AS f ON f.set_id = p.part_id

-- name: minimal
-- What was found of no set without one of its items?
-- in:  cells (set_id, item, second, support), inherited (set_id, item, second)
-- out: set_id, item, second, support
SELECT c.set_id, c.item, c.second, c.support
FROM cells AS c
ANTI JOIN inherited AS i ON i.set_id = c.set_id AND i.item = c.item AND i.second = c.second

-- name: minimal_seconds
-- What was found of two items, and not of either?
-- in:  second_cells (set_id, item, second, support), inherited (set_id, item, second), cells (set_id, item)
-- out: set_id, item, second, support
SELECT t.set_id, t.item, t.second, t.support
FROM second_cells AS t
ANTI JOIN inherited AS i ON i.set_id = t.set_id AND i.item = t.item AND i.second = t.second
ANTI JOIN inherited AS a ON a.set_id = t.set_id AND a.item = t.item AND a.second = 0
ANTI JOIN inherited AS b ON b.set_id = t.set_id AND b.item = t.second AND b.second = 0
ANTI JOIN cells AS c ON c.set_id = t.set_id AND c.item = t.item
ANTI JOIN cells AS d ON d.set_id = t.set_id AND d.item = t.second

-- name: found
-- What was found of each set, or of a part of it?
-- in:  minimal (set_id, item, second), inherited (set_id, item, second)
-- out: set_id, item, second
SELECT m.set_id, m.item, m.second FROM minimal AS m
UNION ALL
SELECT i.set_id, i.item, i.second FROM inherited AS i

-- name: lacking
-- Which records are of the few who lack an item, or two?
-- in:  cells (set_id, item, second), held (record_id, set_id, holder), item_rows (record_id, item)
-- out: record_id
SELECT DISTINCT h.record_id
FROM cells AS c
JOIN held AS h ON h.set_id = c.set_id
ANTI JOIN (
  SELECT d.set_id, d.item, d.second, g.holder
  FROM (
    SELECT x.set_id, x.item, x.second, x.item AS lacked FROM cells AS x
    UNION ALL
    SELECT y.set_id, y.item, y.second, y.second AS lacked FROM cells AS y WHERE y.second > 0
  ) AS d
  JOIN held AS g ON g.set_id = d.set_id
  JOIN item_rows AS r ON r.record_id = g.record_id AND r.item = d.lacked
) AS b ON b.set_id = c.set_id AND b.item = c.item AND b.second = c.second AND b.holder = h.holder

-- name: members
-- Which items are in each of the larger sets?
-- in:  larger (set_id, prefix_id, item), members (set_id, item): of the sets one smaller
-- out: set_id, item
SELECT l.set_id, l.item FROM larger AS l
UNION ALL
SELECT l.set_id, m.item
FROM larger AS l
JOIN members AS m ON m.set_id = l.prefix_id

-- name: fewest
-- Which $most of these do the fewest hold?
-- in:  minimal (set_id, item, second, support)
-- out: threat_id, set_id, item, second, support
SELECT
  cast(row_number() OVER (ORDER BY m.support, m.set_id, m.item, m.second) AS integer) AS threat_id,
  m.set_id,
  m.item,
  m.second,
  m.support
FROM minimal AS m
ORDER BY m.support, m.set_id, m.item, m.second
LIMIT $most

-- name: threat_items
-- What is in them, and what do they lack?
-- in:  fewest (threat_id, set_id, item, second), members (set_id, item)
-- out: threat_id, item, lacked (1: it is not there)
SELECT f.threat_id, f.item, 1 AS lacked FROM fewest AS f
UNION ALL
SELECT f.threat_id, f.second AS item, 1 AS lacked FROM fewest AS f WHERE f.second > 0
UNION ALL
SELECT f.threat_id, m.item, 0 AS lacked
FROM fewest AS f
JOIN members AS m ON m.set_id = f.set_id

-- name: threat_nodes
-- The same in order.
-- in:  threat_items (threat_id, item)
-- out: threat_id, item
SELECT i.threat_id, i.item FROM threat_items AS i ORDER BY i.threat_id, i.item

-- name: worst
-- The same with labels, in order.
-- in:  fewest (threat_id, support), threat_items (threat_id, item, lacked), labels (item, label)
-- out: support, threat_id, lacked, label
SELECT f.support, f.threat_id, i.lacked, l.label
FROM fewest AS f
JOIN threat_items AS i ON i.threat_id = f.threat_id
JOIN labels AS l ON l.item = i.item
ORDER BY f.support, f.threat_id, i.lacked, l.label

-- name: unions
-- How many hold each set together with an earlier item, and how many of their records?
-- in:  held (record_id, set_id, item, holder), item_rows (record_id, item)
-- out: prefix_id, item, support, n_records
SELECT
  u.prefix_id,
  u.item,
  cast(count(*) AS integer) AS support,
  cast(sum(u.n_records) AS integer) AS n_records
FROM (
  SELECT h.set_id AS prefix_id, r.item, h.holder, count(*) AS n_records
  FROM held AS h
  JOIN item_rows AS r ON r.record_id = h.record_id AND r.item < h.item
  GROUP BY h.set_id, r.item, h.holder
) AS u
GROUP BY u.prefix_id, u.item

-- name: rare_records
-- Which records hold a set that fewer than $k hold?
-- in:  held (record_id, set_id, item), item_rows (record_id, item), unions (prefix_id, item, support)
-- out: record_id
SELECT DISTINCT h.record_id
FROM held AS h
JOIN item_rows AS r ON r.record_id = h.record_id AND r.item < h.item
JOIN unions AS u ON u.prefix_id = h.set_id AND u.item = r.item
WHERE u.support < $k

-- name: larger
-- Which sets do $k hold or more, in fewer records than without their last item?
-- in:  unions (prefix_id, item, support, n_records), sets (set_id, n_records)
-- out: set_id (new), prefix_id, item, support, n_records
SELECT
  cast(row_number() OVER (ORDER BY u.prefix_id, u.item) AS integer) AS set_id,
  u.prefix_id,
  u.item,
  u.support,
  u.n_records
FROM unions AS u
JOIN sets AS s ON s.set_id = u.prefix_id
WHERE u.support >= $k AND u.n_records < s.n_records

-- name: larger_held
-- Which records hold these?
-- in:  held (record_id, set_id, item, holder), item_rows (record_id, item), larger (set_id, prefix_id, item)
-- out: record_id, set_id, item, holder
SELECT h.record_id, l.set_id, l.item, h.holder
FROM held AS h
JOIN item_rows AS r ON r.record_id = h.record_id AND r.item < h.item
JOIN larger AS l ON l.prefix_id = h.set_id AND l.item = r.item

-- name: parts
-- What is each of these without one of its items? What its prefix is without it, with its last item; and the prefix.
-- in:  larger (set_id, prefix_id, item), sets (set_id, prefix_id, item), parts (set_id, part_id): one size smaller
-- out: set_id, part_id
SELECT l.set_id, l.prefix_id AS part_id
FROM larger AS l
UNION ALL
SELECT l.set_id, o.set_id AS part_id
FROM larger AS l
JOIN parts AS p ON p.set_id = l.prefix_id
JOIN sets AS o ON o.prefix_id = p.part_id AND o.item = l.item
