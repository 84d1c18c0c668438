-- What is suppressed leaves the data and the counts; only what it changed is counted again.
-- 1. Which records hold which set no longer, which still do; the rules less what was lost; the rows that are left (also
--    without what long_records suppressed). Then the next round of mend_round, until no counted rule is broken.
-- 2. Sets that have become generators: who holds them and two items more? The rules of these records are counted next
--    (rules/count_rules with rows_with_sensitive_within), until no set is new.
-- Nakagawa, Arai, Nakagawa, Algorithm 1, lines 3 to 9 (while not safe).
-- phase: counting again what has changed

-- name: lost
-- Which records hold which set no longer, now that they lost an item of it?
-- in:  occurrences (record_id, set_id), suppressions (record_id, item), members (set_id, item)
-- out: record_id, set_id
SELECT DISTINCT o.record_id, o.set_id
FROM occurrences AS o
JOIN suppressions AS s ON s.record_id = o.record_id
SEMI JOIN members AS m ON m.set_id = o.set_id AND m.item = s.item

-- name: kept_occurrences
-- Which records still hold which set?
-- in:  occurrences (record_id, set_id), lost (record_id, set_id)
-- out: record_id, set_id
SELECT o.record_id, o.set_id
FROM occurrences AS o
ANTI JOIN lost AS l ON l.record_id = o.record_id AND l.set_id = o.set_id

-- name: recounted
-- The rules with what was lost taken off: records that lost an item of the set, or the sensitive item.
-- in:  rules (set_id, sensitive_item, support_with_sensitive, support, size), lost (record_id, set_id),
--      occurrences (record_id, set_id) that are left,
--      sensitive_rows (record_id, item) as they were before, suppressions (record_id, item)
-- out: set_id, sensitive_item, support_with_sensitive, support, size
SELECT
  r.set_id,
  r.sensitive_item,
  cast(r.support_with_sensitive - coalesce(b.n, 0) AS integer) AS support_with_sensitive,
  cast(r.support - coalesce(l.n, 0) AS integer) AS support,
  r.size
FROM rules AS r
LEFT JOIN (SELECT x.set_id, count(*) AS n FROM lost AS x GROUP BY x.set_id) AS l ON l.set_id = r.set_id
LEFT JOIN (
  SELECT t.set_id, t.sensitive_item, count(*) AS n
  FROM (
    SELECT x.set_id, h.item AS sensitive_item
    FROM lost AS x
    JOIN sensitive_rows AS h ON h.record_id = x.record_id
    UNION ALL
    SELECT o.set_id, s.item AS sensitive_item
    FROM occurrences AS o
    JOIN suppressions AS s ON s.record_id = o.record_id
  ) AS t
  GROUP BY t.set_id, t.sensitive_item
) AS b ON b.set_id = r.set_id AND b.sensitive_item = r.sensitive_item
WHERE r.support_with_sensitive > coalesce(b.n, 0)

-- name: new_generators
-- Which tied sets are generators now: two records or more hold them, and more hold every subset that they were tied to?
-- in:  non_generators (set_id, sub_id), rules (set_id, support)
-- out: set_id
SELECT t.set_id
FROM non_generators AS t
JOIN (SELECT DISTINCT r.set_id, r.support FROM rules AS r) AS n ON n.set_id = t.set_id
JOIN (SELECT DISTINCT r.set_id, r.support FROM rules AS r) AS p ON p.set_id = t.sub_id
GROUP BY t.set_id, n.support
HAVING min(p.support) > n.support AND n.support >= 2

-- name: holders_of_sets
-- Which records hold one of these sets and two items more: one that makes it larger, and one to be inferred?
-- in:  occurrences (record_id, set_id), sets (set_id), rules (set_id, size), present (record_id, item)
-- out: record_id
SELECT k.record_id
FROM (
  SELECT o.record_id, min(z.size) AS size
  FROM occurrences AS o
  JOIN (
    SELECT DISTINCT r.set_id, r.size
    FROM rules AS r
    SEMI JOIN sets AS s ON s.set_id = r.set_id
  ) AS z ON z.set_id = o.set_id
  GROUP BY o.record_id
) AS k
JOIN present AS t ON t.record_id = k.record_id
GROUP BY k.record_id, k.size
HAVING count(*) >= k.size + 2

-- name: other_non_generators
-- The other sets that are still no generators.
-- in:  non_generators (set_id, sub_id), new_generators (set_id)
-- out: set_id, sub_id
SELECT t.set_id, t.sub_id
FROM non_generators AS t
ANTI JOIN new_generators AS l ON l.set_id = t.set_id
