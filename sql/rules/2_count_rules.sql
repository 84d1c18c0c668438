-- What can an adversary know, and how surely does a sensitive item follow from it? Rules Q -> e, size by size, exactly.
-- 1. The rows of sensitive items, and all rows of the records that hold one: no rule holds in another record.
-- 2. Sets of one item: which there are, what they are made of, where they occur.
-- 3. The rules from the sets of one size (also from larger and from drawn sets): support, and support with the sensitive
--    item. Larger sets follow in the next step.
-- Nakagawa, Arai, Nakagawa, section 4.1, formula (1); Algorithm 1, lines 5 to 7.
-- phase: counting rules

-- name: sensitive_rows
-- Which record holds which item that somebody wants hidden? (measures/association_rules: which frequent item?)
-- in:  transactions (record_id, item), sensitive (item)
-- out: record_id, item
SELECT t.record_id, t.item
FROM transactions AS t
SEMI JOIN sensitive AS h ON h.item = t.item

-- name: rows_with_sensitive
-- The rows of the records that hold a sensitive item.
-- in:  transactions (record_id, item), sensitive_rows (record_id, item)
-- out: record_id, item
SELECT t.record_id, t.item
FROM transactions AS t
SEMI JOIN sensitive_rows AS h ON h.record_id = t.record_id

-- name: rows_with_sensitive_within
-- The rows of some records, of those that hold a sensitive item.
-- in:  transactions (record_id, item), sensitive_rows (record_id, item), within (record_id)
-- out: record_id, item
SELECT t.record_id, t.item
FROM transactions AS t
SEMI JOIN sensitive_rows AS h ON h.record_id = t.record_id
SEMI JOIN within AS w ON w.record_id = t.record_id

-- name: first_sets
-- What one item can an adversary know, and how many records hold it? Numbered from $first + 1. The only smaller set is
-- the empty one, from which nothing follows: a set need not be held by fewer records than that.
-- in:  transactions (record_id, item), rows_with_sensitive (record_id, item)
-- out: set_id, parent_id (0: the empty set), item, support, subset_support (records that hold the rarest one-smaller subset)
SELECT
  cast(k.item + $first AS integer) AS set_id,
  0 AS parent_id,
  k.item,
  cast(k.support AS integer) AS support,
  cast(k.support + 1 AS integer) AS subset_support
FROM (SELECT t.item, count(*) AS support FROM transactions AS t GROUP BY t.item) AS k
SEMI JOIN rows_with_sensitive AS l ON l.item = k.item

-- name: first_members
-- Which item makes up each set of one item? The rest is the empty set.
-- in:  sets (set_id, item)
-- out: set_id, item, sub_id
SELECT s.set_id, s.item, 0 AS sub_id
FROM sets AS s

-- name: first_occurrences
-- Which record holds which set of one item? (measures/association_rules: of frequent items)
-- in:  transactions (record_id, item), sets (set_id, item)
-- out: record_id, set_id, last (the most frequent item of the set)
SELECT t.record_id, s.set_id, t.item AS last
FROM transactions AS t
JOIN sets AS s ON s.item = t.item

-- name: rules
-- How many records hold a set, and how many of them a sensitive item besides? A rule says: who has the set has the item.
-- in:  occurrences (record_id, set_id, last: an item of the set), sensitive_rows (record_id, item),
--      sets (set_id, support), members (set_id, item)
-- out: set_id, sensitive_item (the item), support_with_sensitive, support
-- Nakagawa et al., section 4.1: conf(Q -> e) is support_with_sensitive / support
SELECT c.set_id, c.sensitive_item, c.support_with_sensitive, s.support
FROM (
  SELECT o.set_id, h.item AS sensitive_item, cast(count(*) AS integer) AS support_with_sensitive
  FROM occurrences AS o
  JOIN sensitive_rows AS h ON h.record_id = o.record_id AND h.item <> o.last
  GROUP BY o.set_id, h.item
) AS c
JOIN sets AS s ON s.set_id = c.set_id
ANTI JOIN members AS m ON m.set_id = c.set_id AND m.item = c.sensitive_item

-- name: highest_set_id
-- What is the highest number of a set?
-- in:  sets (set_id)
-- out: n
SELECT max(s.set_id) AS n
FROM sets AS s
