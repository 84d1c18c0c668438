-- Which rules must be mended: those above their limit; of personal wishes only those that somebody asked to prevent.
-- 1. The rules above their limit. 2. Where wishes are personal: of which of them does a person with the wish hold the set
--    now, or held it in the original record? That person lost an item of the set since, and must be protected still.
-- 3. Their items. Python ranks the rules, and chooses for each the item to suppress and how often.
-- Nakagawa, Arai, Nakagawa, Algorithm 1, line 10; Definitions 2 and 3.
-- phase: looking for rules above rho

-- name: broken_rules
-- Which rules are above the limit of their item, limit_num / limit_den?
-- in:  rules (set_id, sensitive_item, support_with_sensitive, support, size), limits (item, limit_num, limit_den)
-- out: set_id, sensitive_item, support_with_sensitive, support, size
SELECT r.set_id, r.sensitive_item, r.support_with_sensitive, r.support, r.size
FROM rules AS r
JOIN limits AS l ON l.item = r.sensitive_item
WHERE (share_above(r.support_with_sensitive, r.support, l.limit_num, l.limit_den))

-- name: requested_rules
-- Of which rules does the set stand in a record of somebody who wants the item hidden?
-- in:  rules (set_id, sensitive_item), occurrences (record_id, set_id), wishes (record_id, item)
-- out: set_id, sensitive_item
SELECT DISTINCT a.set_id, a.sensitive_item
FROM rules AS a
JOIN occurrences AS o ON o.set_id = a.set_id
JOIN wishes AS w ON w.record_id = o.record_id AND w.item = a.sensitive_item

-- name: rules_not_requested
-- The rules that nobody is known yet to ask to prevent.
-- in:  rules (set_id, sensitive_item, support_with_sensitive, support, size), requested_rules (set_id, sensitive_item)
-- out: set_id, sensitive_item, support_with_sensitive, support, size
SELECT r.set_id, r.sensitive_item, r.support_with_sensitive, r.support, r.size
FROM rules AS r
ANTI JOIN requested_rules AS a ON a.set_id = r.set_id AND a.sensitive_item = r.sensitive_item

-- name: beside_lost
-- What did records hold in the original, beside each item that they lost since?
-- in:  suppressions (record_id, item), original (record_id, item)
-- out: record_id, lost, item (also the lost item itself)
SELECT s.record_id, s.item AS lost, o.item
FROM suppressions AS s
JOIN original AS o ON o.record_id = s.record_id

-- name: lost_occurrences
-- Which records held a set in the original, and lost an item of it since? Sought by that item and one more of the set.
-- in:  rules (set_id), members (set_id, item), beside_lost (record_id, lost, item), original (record_id, item)
-- out: record_id, set_id
SELECT c.record_id, c.set_id
FROM (
  SELECT DISTINCT b.record_id, k.set_id, k.size
  FROM beside_lost AS b
  JOIN (
    SELECT m.set_id, m.item, z.size, CASE WHEN m.item = z.rarest THEN z.commonest ELSE z.rarest END AS partner
    FROM members AS m
    JOIN (
      SELECT n.set_id, max(n.item) AS rarest, min(n.item) AS commonest, count(*) AS size
      FROM members AS n
      SEMI JOIN rules AS r ON r.set_id = n.set_id
      GROUP BY n.set_id
    ) AS z ON z.set_id = m.set_id
  ) AS k ON k.item = b.lost AND k.partner = b.item
) AS c
JOIN members AS p ON p.set_id = c.set_id
JOIN original AS t ON t.record_id = c.record_id AND t.item = p.item
GROUP BY c.record_id, c.set_id, c.size
HAVING count(*) = c.size

-- name: rules_to_prevent
-- The rules that somebody asked to prevent.
-- in:  rules (set_id, sensitive_item, support_with_sensitive, support, size), requested_rules (set_id, sensitive_item)
-- out: set_id, sensitive_item, support_with_sensitive, support, size
SELECT r.set_id, r.sensitive_item, r.support_with_sensitive, r.support, r.size
FROM rules AS r
SEMI JOIN requested_rules AS a ON a.set_id = r.set_id AND a.sensitive_item = r.sensitive_item

-- name: broken_members
-- Which items make up the sets of the rules above the limit of their item, limit_num / limit_den?
-- in:  members (set_id, item), rules (set_id, sensitive_item, support_with_sensitive, support),
--      limits (item, limit_num, limit_den)
-- out: set_id, item
SELECT m.set_id, m.item
FROM members AS m
SEMI JOIN (
  SELECT r.set_id
  FROM rules AS r
  JOIN limits AS l ON l.item = r.sensitive_item
  WHERE (share_above(r.support_with_sensitive, r.support, l.limit_num, l.limit_den))
) AS b ON b.set_id = m.set_id
ORDER BY m.set_id, m.item
