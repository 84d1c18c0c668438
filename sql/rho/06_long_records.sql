-- SUPPRESSOR starts from the data as they are. First long records: one that holds what nearly no other record holds tells
-- its sensitive items in very many rules, and loses them at once instead of one occurrence for each rule.
-- 1. The rows to start from, and how many records hold each item.
-- 2. Records of many items with a sensitive one; who may hold all of such a record or all but one item; who does.
-- 3. How surely each sensitive item follows from all the rest; what is so sure that no record may hold it must go.
--    Against random adversaries only where the record keeps a share of its items.
-- Nakagawa, Arai, Nakagawa, Algorithm 1, line 1; the order in which rules are mended is ours.

-- name: item_counts
-- How many records hold each item?
-- in:  transactions (record_id, item)
-- out: item, support
SELECT t.item, count(*) AS support
FROM transactions AS t
GROUP BY t.item

-- name: long_records
-- Which records of at least $min_items items hold a sensitive item, how many items do they hold, and what is their sum?
-- in:  transactions (record_id, item), sensitive_rows (record_id, item)
-- out: record_id, items, item_sum
SELECT t.record_id, cast(count(*) AS integer) AS items, cast(sum(t.item) AS bigint) AS item_sum
FROM transactions AS t
SEMI JOIN sensitive_rows AS h ON h.record_id = t.record_id
GROUP BY t.record_id
HAVING count(*) >= $min_items

-- name: perhaps_holders
-- Which records may hold all items of a long record, or all but one? They hold two of its three rarest.
-- in:  long_records (record_id), transactions (record_id, item)
-- out: record_id, holder_id
SELECT k.record_id, h.record_id AS holder_id
FROM (
  SELECT t.record_id, t.item, row_number() OVER (PARTITION BY t.record_id ORDER BY t.item DESC) AS rank
  FROM transactions AS t
  SEMI JOIN long_records AS r ON r.record_id = t.record_id
) AS k
JOIN transactions AS h ON h.item = k.item
WHERE k.rank <= 3
GROUP BY k.record_id, h.record_id
HAVING count(*) >= 2

-- name: holders
-- Which records hold all items of a long record (missing 0), or all but the one that is missing?
-- in:  perhaps_holders (record_id, holder_id), long_records (record_id, items, item_sum), transactions (record_id, item)
-- out: record_id, missing, n
SELECT k.record_id, k.missing, count(*) AS n
FROM (
  SELECT p.record_id, p.holder_id, r.item_sum - sum(a.item) AS missing
  FROM perhaps_holders AS p
  JOIN long_records AS r ON r.record_id = p.record_id
  JOIN transactions AS a ON a.record_id = p.record_id
  JOIN transactions AS b ON b.record_id = p.holder_id AND b.item = a.item
  GROUP BY p.record_id, p.holder_id, r.items, r.item_sum
  HAVING count(*) >= r.items - 1
) AS k
GROUP BY k.record_id, k.missing

-- name: whole_rules
-- How surely does each sensitive item of a long record follow from all the rest of it?
-- in:  holders (record_id, missing, n), sensitive_rows (record_id, item)
-- out: record_id, sensitive_item, support_with_sensitive, support
SELECT a.record_id, h.item AS sensitive_item, a.n AS support_with_sensitive, a.n + coalesce(b.n, 0) AS support
FROM holders AS a
JOIN sensitive_rows AS h ON h.record_id = a.record_id
LEFT JOIN holders AS b ON b.record_id = a.record_id AND b.missing = h.item
WHERE a.missing = 0

-- name: forced_suppressions
-- Which sensitive items must leave a long record, since so few records hold the rest of it that not one may hold the item?
-- in:  whole_rules (record_id, sensitive_item, support_with_sensitive, support), limits (item, limit_num, limit_den)
-- out: record_id, item, cause (0: no single rule)
SELECT w.record_id, w.sensitive_item AS item, 0 AS cause
FROM whole_rules AS w
JOIN limits AS l ON l.item = w.sensitive_item
WHERE w.support * l.limit_num < l.limit_den

-- name: forced_suppressions_personal
-- Which sensitive items must leave a long record, since so few records hold the rest of it that not one may hold the item,
-- and this person wants it hidden?
-- in:  whole_rules (record_id, sensitive_item, support_with_sensitive, support), limits (item, limit_num, limit_den),
--      wishes (record_id, item)
-- out: record_id, item, cause (0: no single rule)
SELECT w.record_id, w.sensitive_item AS item, 0 AS cause
FROM whole_rules AS w
JOIN limits AS l ON l.item = w.sensitive_item
SEMI JOIN wishes AS p ON p.record_id = w.record_id AND p.item = w.sensitive_item
WHERE w.support * l.limit_num < l.limit_den

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
