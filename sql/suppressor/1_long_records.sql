-- SUPPRESSOR starts from the data as they are. First long records: from the rest of one that nearly no other record shares
-- its sensitive items follow in very many rules. It loses them at once instead of one occurrence for each rule.
-- 1. Items that are to be dropped are suppressed from the start.
-- 2. Who holds the rest of a long record, all but a sensitive item? Records are looked for from its rarest item on: which
--    hold the first two, the first three, and so on. Where too few are left the answer is known.
-- 3. Where few rests are left, their other items are compared at once with all who hold the first ones.
-- 4. Sensitive items that follow too surely from the rest are suppressed.
--    Against random adversaries only where the record keeps a share of its items.
-- Nakagawa, Arai, Nakagawa, Algorithm 1, line 1; the order in which rules are mended is ours.
-- phase: preparing long records

-- name: dropped_rows
-- What is suppressed from the start: the rows of items that are dropped, as was asked for.
-- in:  rows (record_id, item), items (item)
-- out: record_id, item, cause (-1: the owner wants it so)
SELECT r.record_id, r.item, cast(-1 AS integer) AS cause
FROM rows AS r
JOIN items AS i ON i.item = r.item

-- name: rows_by_rarity
-- Where does each item stand in its record, the rarest first? Of records of at least $min_items items: no other holds the
-- rest of a long record.
-- in:  transactions (record_id, item)
-- out: record_id, item, rank (1: the rarest), more (so many items of the record are more frequent)
SELECT t.record_id, t.item, cast(t.rank AS integer) AS rank, cast(t.items - t.rank AS integer) AS more
FROM (
  SELECT
    a.record_id,
    a.item,
    row_number() OVER (PARTITION BY a.record_id ORDER BY a.item DESC) AS rank,
    count(*) OVER (PARTITION BY a.record_id) AS items
  FROM transactions AS a
) AS t
WHERE t.items >= $min_items

-- name: rests
-- The rest of a record of at least $min_items items, without one sensitive item, for each of these. It is looked for from
-- its rarest item on, in parts: its first item is the first.
-- in:  rows_by_rarity (record_id, item, rank, more), sensitive_rows (record_id, item)
-- out: record_id, sensitive_item, skipped (its rank in the record), items (in the rest), part,
--      support (how many long records hold the part)
SELECT h.record_id, h.item AS sensitive_item, a.rank AS skipped, a.rank + a.more - 1 AS items, f.item AS part, c.support
FROM sensitive_rows AS h
JOIN rows_by_rarity AS a ON a.record_id = h.record_id AND a.item = h.item
JOIN rows_by_rarity AS f ON f.record_id = h.record_id
JOIN (SELECT r.item, count(*) AS support FROM rows_by_rarity AS r GROUP BY r.item) AS c ON c.item = f.item
WHERE a.rank + a.more >= $min_items AND f.rank = CASE WHEN a.rank = 1 THEN 2 ELSE 1 END

-- name: growing_rests
-- Which item follows the first $size of each rest? step is the number of the part and the item, in one
-- number. ($base is above all item numbers.) One number, so that a part is never joined with all that may follow it.
-- in:  rests (record_id, sensitive_item, skipped, items, part), rows_by_rarity (record_id, item, rank)
-- out: record_id, sensitive_item, skipped, items, step, item
SELECT q.record_id, q.sensitive_item, q.skipped, q.items, cast(q.part AS bigint) * $base + r.item AS step, r.item
FROM rests AS q
JOIN rows_by_rarity AS r
  ON r.record_id = q.record_id AND r.rank = CASE WHEN q.skipped <= $size + 1 THEN $size + 2 ELSE $size + 1 END

-- name: parts
-- The different parts of $size items, numbered.
-- in:  growing_rests (step, items)
-- out: step, part, more (so many items more have the rests that begin with it, at least)
SELECT g.step, cast(row_number() OVER (ORDER BY g.step) AS integer) AS part, min(g.items) - $size AS more
FROM growing_rests AS g
GROUP BY g.step

-- name: part_holders
-- Which records hold a part, and items enough after it, $least or more?
-- in:  holders (record_id, part, last: its most frequent item) of the parts without their last item,
--      rows_by_rarity (record_id, item, more), parts (step, part, more)
-- out: record_id, part, last
SELECT o.record_id, p.part, t.item AS last
FROM holders AS o
JOIN rows_by_rarity AS t ON t.record_id = o.record_id AND t.item < o.last AND t.more >= $least
JOIN parts AS p ON p.step = cast(o.part AS bigint) * $base + t.item AND p.more <= t.more

-- name: rest_supports
-- How many records hold the part of each rest? No more hold the rest, and as many where the part is all of it.
-- in:  growing_rests (record_id, sensitive_item, skipped, items, step), parts (step, part), holders (part)
-- out: record_id, sensitive_item, skipped, items, part, support
SELECT g.record_id, g.sensitive_item, g.skipped, g.items, p.part, s.support
FROM growing_rests AS g
JOIN parts AS p ON p.step = g.step
JOIN (SELECT o.part, count(*) AS support FROM holders AS o GROUP BY o.part) AS s ON s.part = p.part

-- name: open_rests
-- Which rests have more than $size items, and may still be held by so many that the sensitive item may stay?
-- in:  supports (record_id, sensitive_item, skipped, items, part, support), limits (item, limit_num, limit_den)
-- out: record_id, sensitive_item, skipped, items, part, support
SELECT s.record_id, s.sensitive_item, s.skipped, s.items, s.part, s.support
FROM supports AS s
JOIN limits AS l ON l.item = s.sensitive_item
WHERE s.items > $size AND s.support * l.limit_num >= l.limit_den

-- name: rows_to_compare
-- How many rows does it take to compare each item of the rests after the first $size with all who hold these?
-- in:  rests (items, support: how many records hold the first $size of them)
-- out: n
SELECT coalesce(sum(q.support * (q.items - $size)), 0) AS n
FROM rests AS q

-- name: whole_rest_supports
-- How many records hold all of a rest? Compared item by item with all who hold its first $size.
-- in:  rests (record_id, sensitive_item, items, part), holders (record_id, part, last),
--      rows_by_rarity (record_id, item)
-- out: record_id, sensitive_item, support
SELECT k.record_id, k.sensitive_item, count(*) AS support
FROM (
  SELECT q.record_id, q.sensitive_item, o.record_id AS holder_id
  FROM rests AS q
  JOIN holders AS o ON o.part = q.part
  JOIN rows_by_rarity AS a ON a.record_id = q.record_id AND a.item < o.last AND a.item <> q.sensitive_item
  JOIN rows_by_rarity AS b ON b.record_id = o.record_id AND b.item = a.item
  GROUP BY q.record_id, q.sensitive_item, q.items, o.record_id
  HAVING count(*) = q.items - $size
) AS k
GROUP BY k.record_id, k.sensitive_item

-- name: forced_suppressions
-- Which sensitive items must leave a long record, since so few records hold the rest of it that not one may hold the item?
-- in:  supports (record_id, sensitive_item, support: at least so many as hold the rest), limits (item, limit_num, limit_den)
-- out: record_id, item, cause (0: no single rule)
SELECT s.record_id, s.sensitive_item AS item, 0 AS cause
FROM supports AS s
JOIN limits AS l ON l.item = s.sensitive_item
WHERE s.support * l.limit_num < l.limit_den

-- name: few_forced_suppressions
-- Which of these occurrences are of records that lose at most $share_num / $share_den of their items with them?
-- in:  suppressions (record_id, item, cause), transactions (record_id, item)
-- out: record_id, item, cause
SELECT g.record_id, g.item, g.cause
FROM suppressions AS g
JOIN (SELECT f.record_id, count(*) AS n FROM suppressions AS f GROUP BY f.record_id) AS lost ON lost.record_id = g.record_id
JOIN (
  SELECT t.record_id, count(*) AS n
  FROM transactions AS t
  SEMI JOIN suppressions AS f ON f.record_id = t.record_id
  GROUP BY t.record_id
) AS held ON held.record_id = g.record_id
WHERE lost.n * $share_den <= held.n * $share_num
