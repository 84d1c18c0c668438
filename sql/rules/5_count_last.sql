-- Rules from the largest sets where only figures are asked for. No rule is listed: no larger set is grown from it.
-- 1. Sets that several records hold: how many rules are above their limit, and how sure is the surest? Sets that one record
-- alone holds need no count: each other sensitive item of that record follows for certain.
-- 2. How surely does a sensitive item follow about each record? How many rules are above their limit?
-- Nakagawa, Arai, Nakagawa, section 4.1; Algorithm 1, lines 5 to 7.
-- phase: counting rules of the largest sets

-- name: shares
-- How many of the records of each set that several hold have a sensitive item besides?
-- in:  occurrences (record_id, set_id, last), sensitive_rows (record_id, item), sets (set_id, support)
-- out: set_id, item (the sensitive one), support_with_sensitive
SELECT o.set_id, h.item, cast(count(*) AS integer) AS support_with_sensitive
FROM occurrences AS o
SEMI JOIN sets AS k ON k.set_id = o.set_id AND k.support > 1
JOIN sensitive_rows AS h ON h.record_id = o.record_id AND h.item <> o.last
GROUP BY o.set_id, h.item

-- name: confidences_of_sets
-- How many rules of each set that several records hold are above their limit, and how sure is the surest rule? No item
-- follows from itself.
-- in:  shares (set_id, item, support_with_sensitive), sets (set_id, parent_id, support), members (set_id, item) of the
--      parents, limits (item, limit_num, limit_den)
-- out: set_id, above, confidence
-- Nakagawa et al., section 4.1: conf(Q -> e) is support_with_sensitive / support
SELECT
  c.set_id,
  count(*) FILTER (WHERE (share_above(c.support_with_sensitive, s.support, l.limit_num, l.limit_den))) AS above,
  max(share_of(c.support_with_sensitive, s.support)) AS confidence
FROM shares AS c
JOIN sets AS s ON s.set_id = c.set_id
JOIN limits AS l ON l.item = c.item
ANTI JOIN members AS m
  ON pair_key(m.set_id, m.item) = pair_key(s.parent_id, c.item)
GROUP BY c.set_id

-- name: confidences_of_one
-- How many rules are there from sets that one record alone holds? The sensitive items of the record that are not in the set
-- follow for certain; above their limit are those with a limit under 1.
-- in:  sets (set_id, parent_id, item, support), occurrences (record_id, set_id), sensitive_rows (record_id, item),
--      members (set_id, item) of the parents, limits (item, limit_num, limit_den)
-- out: record_id, above (rules of all these sets), confidence
SELECT o.record_id, sum(h.above - coalesce(p.above, 0) - coalesce(l.above, 0)) AS above, 1.0 AS confidence
FROM sets AS a
JOIN occurrences AS o ON o.set_id = a.set_id
JOIN (
  SELECT r.record_id, count(*) AS items, count(*) FILTER (WHERE x.limit_num < x.limit_den) AS above
  FROM sensitive_rows AS r
  JOIN limits AS x ON x.item = r.item
  GROUP BY r.record_id
) AS h ON h.record_id = o.record_id
LEFT JOIN (
  SELECT m.set_id, count(*) AS items, count(*) FILTER (WHERE y.limit_num < y.limit_den) AS above
  FROM members AS m
  JOIN limits AS y ON y.item = m.item
  GROUP BY m.set_id
) AS p ON p.set_id = a.parent_id
LEFT JOIN (
  SELECT z.item, CASE WHEN z.limit_num < z.limit_den THEN 1 ELSE 0 END AS above
  FROM limits AS z
) AS l ON l.item = a.item
WHERE a.support = 1 AND h.items > coalesce(p.items, 0) + CASE WHEN l.item IS NULL THEN 0 ELSE 1 END
GROUP BY o.record_id

-- name: rules_above
-- How many rules are above their limit?
-- in:  confidences_of_sets (above), confidences_of_one (above)
-- out: n
SELECT
  (SELECT coalesce(sum(s.above), 0) FROM confidences_of_sets AS s) + (SELECT coalesce(sum(o.above), 0) FROM confidences_of_one AS o) AS n

-- name: record_confidences
-- How surely does a sensitive item follow about each record, and is that above its limit (too_surely 1)?
-- in:  occurrences (record_id, set_id), confidences_of_sets (set_id, above, confidence), confidences_of_one (record_id,
--      above, confidence)
-- out: record_id, confidence, too_surely
SELECT o.record_id, max(s.confidence) AS confidence, max(CASE WHEN s.above > 0 THEN 1 ELSE 0 END) AS too_surely
FROM occurrences AS o
JOIN confidences_of_sets AS s ON s.set_id = o.set_id
GROUP BY o.record_id
UNION ALL
SELECT n.record_id, n.confidence, CASE WHEN n.above > 0 THEN 1 ELSE 0 END AS too_surely
FROM confidences_of_one AS n

-- name: at_risk
-- About which records does a sensitive item follow too surely?
-- in:  record_confidences (record_id, too_surely)
-- out: record_id
SELECT DISTINCT t.record_id
FROM record_confidences AS t
WHERE t.too_surely = 1
