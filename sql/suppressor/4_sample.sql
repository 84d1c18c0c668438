-- SAMPLESUPPRESSOR: random adversaries instead of all that can be known.
-- 1. How many persons have so many items; the persons, those with most items first.
-- 2. For each number of known items draw persons, and of each a random set of its items (a keyed hash draws the same on
--    every engine). Equal sets are one set.
-- 3. Where these sets still occur, their supports, their rules (rules/count_rules/rules); how many adversaries succeed.
--    Too many: mend these rules (mend_round, recount), and draw again.
-- Nakagawa, Arai, Nakagawa, section 5.3, Algorithm 2 and Theorem 7.
-- phase: drawing random adversaries

-- name: length_counts
-- How many records hold how many items?
-- in:  original (record_id, item)
-- out: items, n
SELECT k.items, count(*) AS n
FROM (SELECT t.record_id, count(*) AS items FROM original AS t GROUP BY t.record_id) AS k
GROUP BY k.items
ORDER BY k.items

-- name: persons_by_length
-- The persons, numbered from 1, those with most items first: so the first ones are those of whom many items can be known.
-- in:  original (record_id, item)
-- out: rank, record_id
SELECT row_number() OVER (ORDER BY k.items DESC, k.record_id) AS rank, k.record_id
FROM (SELECT t.record_id, count(*) AS items FROM original AS t GROUP BY t.record_id) AS k

-- name: drawn
-- Which items of the person does each adversary know? As many as its size, the first ones by a keyed hash.
-- in:  lots (draw, rank, size), persons (rank, record_id), original (record_id, item)
-- out: draw, item, size
SELECT k.draw, k.item, k.size
FROM (
  SELECT
    l.draw,
    l.size,
    t.item,
    row_number() OVER (
      PARTITION BY l.draw
      ORDER BY md5(concat($key, '/', cast(l.draw AS text), '/', cast(t.item AS text))), t.item
    ) AS item_rank
  FROM lots AS l
  JOIN persons AS p ON p.rank = l.rank
  JOIN original AS t ON t.record_id = p.record_id
) AS k
WHERE k.item_rank <= k.size

-- name: drawn_sets
-- Which set does each adversary know? A set is called by its first draw.
-- in:  drawn (draw, item, size)
-- out: draw, set_id, size
SELECT k.draw, cast(min(k.draw) OVER (PARTITION BY k.content) AS integer) AS set_id, k.size
FROM (
  SELECT d.draw, d.size, string_agg(cast(d.item AS text), ',' ORDER BY d.item) AS content
  FROM drawn AS d
  GROUP BY d.draw, d.size
) AS k

-- name: drawn_members
-- Which items make up each drawn set, and how many are they?
-- in:  drawn (draw, item, size), draws (draw, set_id)
-- out: set_id, item, size
SELECT s.set_id, d.item, d.size
FROM drawn AS d
JOIN draws AS s ON s.draw = d.draw AND s.set_id = d.draw

-- name: sampled_occurrences
-- Which records still hold a drawn set? Sought among those that hold its rarest item.
-- in:  members (set_id, item, size), present (record_id, item)
-- out: record_id, set_id, last (an item of the set)
SELECT c.record_id, c.set_id, c.item AS last
FROM (
  SELECT r.set_id, r.size, r.item, t.record_id
  FROM (SELECT m.set_id, m.size, max(m.item) AS item FROM members AS m GROUP BY m.set_id, m.size) AS r
  JOIN present AS t ON t.item = r.item
) AS c
JOIN members AS n ON n.set_id = c.set_id
JOIN present AS p ON p.record_id = c.record_id AND p.item = n.item
GROUP BY c.record_id, c.set_id, c.item, c.size
HAVING count(*) = c.size

-- name: sampled_sets
-- How many records hold each drawn set?
-- in:  occurrences (set_id)
-- out: set_id, support
SELECT o.set_id, cast(count(*) AS integer) AS support
FROM occurrences AS o
GROUP BY o.set_id

-- name: sampled_rules
-- The rules from drawn sets, with the size of the set.
-- in:  rules (set_id, sensitive_item, support_with_sensitive, support), members (set_id, size)
-- out: set_id, sensitive_item, support_with_sensitive, support, size
SELECT r.set_id, r.sensitive_item, r.support_with_sensitive, r.support, m.size
FROM rules AS r
JOIN (SELECT DISTINCT n.set_id, n.size FROM members AS n) AS m ON m.set_id = r.set_id

-- name: succeeded
-- How many adversaries of each size know a set from which a sensitive item follows above its limit?
-- in:  draws (draw, set_id, size), rules (set_id, sensitive_item, support_with_sensitive, support),
--      limits (item, limit_num, limit_den)
-- out: size, n
SELECT d.size, count(*) AS n
FROM draws AS d
SEMI JOIN (
  SELECT r.set_id
  FROM rules AS r
  JOIN limits AS l ON l.item = r.sensitive_item
  WHERE cast(r.support_with_sensitive AS bigint) * l.limit_den > cast(r.support AS bigint) * l.limit_num
) AS b ON b.set_id = d.set_id
GROUP BY d.size
