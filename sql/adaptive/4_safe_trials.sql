-- Make proposed groups safe, all in one run of SUPPRESSOR (sql/suppressor).
-- 1. Number the groups (trials). Each label of each group becomes an item of its own: then groups have nothing in common.
-- 2. The transactions, limits and prices of these items, for SUPPRESSOR.
-- 3. What it suppressed, and the rules it went for, back in labels.
-- Chen, Zhong, Wang and Li (LGPS), Algorithm 3, line 10 (PartialSuppressor).
-- phase: checking which splits keep the guarantee

-- name: trials
-- The groups that are proposed, numbered after $first.
-- in:  proposal (kind, group_id, part)
-- out: trial_id, kind, group_id, part
SELECT
  cast(row_number() OVER (ORDER BY p.kind, p.group_id, p.part) + $first AS integer) AS trial_id,
  p.kind, p.group_id, p.part
FROM (SELECT DISTINCT r.kind, r.group_id, r.part FROM proposal AS r) AS p

-- name: trial_occurrences
-- What stands in the proposed groups.
-- in:  proposal (kind, group_id, part, record_id, item, node), trials (trial_id, kind, group_id, part)
-- out: trial_id, record_id, item, node
SELECT t.trial_id, p.record_id, p.item, p.node
FROM proposal AS p
JOIN trials AS t ON t.kind = p.kind AND t.group_id = p.group_id AND t.part = p.part

-- name: trial_items
-- Each label of each proposed group as an item of its own, numbered by falling support: then groups have nothing in
-- common, and all of them can be made safe at once.
-- in:  trial_occurrences (trial_id, record_id, node)
-- out: trial_item, trial_id, node
SELECT
  cast(row_number() OVER (ORDER BY c.support DESC, c.trial_id, c.node) AS integer) AS trial_item, c.trial_id, c.node
FROM (
  SELECT o.trial_id, o.node, count(DISTINCT o.record_id) AS support
  FROM trial_occurrences AS o
  GROUP BY o.trial_id, o.node
) AS c

-- name: trial_rows
-- The proposed groups as transactions of trial items. A record that stands in several proposals is as many records.
-- in:  trial_occurrences (trial_id, record_id, node), trials (trial_id, kind), trial_items (trial_item, trial_id, node)
-- out: record_id, item (the trial_item)
SELECT DISTINCT cast(o.record_id * 8 + t.kind AS integer) AS record_id, c.trial_item AS item
FROM trial_occurrences AS o
JOIN trials AS t ON t.trial_id = o.trial_id
JOIN trial_items AS c ON c.trial_id = o.trial_id AND c.node = o.node

-- name: trial_limits
-- The limits of the trial items that are sensitive.
-- in:  trial_items (trial_item, node), limits (item, limit_num, limit_den)
-- out: item (the trial_item), limit_num, limit_den
SELECT c.trial_item AS item, l.limit_num, l.limit_den
FROM trial_items AS c
JOIN limits AS l ON l.item = c.node

-- name: staying
-- Which trial items must not be suppressed?
-- in:  trial_items (trial_item, node), stay (item)
-- out: trial_item
SELECT c.trial_item
FROM trial_items AS c
JOIN stay AS s ON s.item = c.node

-- name: suppression_prices
-- What does it cost to suppress one occurrence of each trial item? An item as it is costs 16; a label costs as much for each
-- item that stands under it in a record (on average), but what it loses already.
-- in:  trial_occurrences (trial_id, record_id, item, node), trial_items (trial_item, trial_id, node), nodes (node, price)
-- out: trial_item, price
SELECT
  c.trial_item,
  cast(floor(
    16.0 * sum(CASE WHEN o.node = o.item THEN $highest ELSE $highest - n.price END)
    / nullif($highest * count(DISTINCT o.record_id), 0)
  ) AS bigint) AS price
FROM trial_items AS c
JOIN trial_occurrences AS o ON o.trial_id = c.trial_id AND o.node = c.node
LEFT JOIN nodes AS n ON n.node = o.node
GROUP BY c.trial_item

-- name: trial_lost
-- What was suppressed in the proposed groups.
-- in:  suppressions (record_id, item: trial_item, cause), trial_items (trial_item, trial_id, node), trials (trial_id, kind)
-- out: trial_id, record_id, node, cause
SELECT c.trial_id, cast((s.record_id - t.kind) / 8 AS integer) AS record_id, c.node, s.cause
FROM suppressions AS s
JOIN trial_items AS c ON c.trial_item = s.item
JOIN trials AS t ON t.trial_id = c.trial_id

-- name: trial_causes
-- The rules that occurrences were suppressed for, in labels.
-- in:  causes (cause, item: trial_item, is_sensitive), trial_items (trial_item, node)
-- out: cause, node, is_sensitive
SELECT k.cause, c.node, k.is_sensitive
FROM causes AS k
JOIN trial_items AS c ON c.trial_item = k.item
