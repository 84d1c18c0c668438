-- The rho audit, at each size: which rules are above their limit, which records do they concern, and how sure are they?
-- 1. Rules above the limit; of personal wishes those that concern a person with the wish. Who is at risk, and, on
--    request, the surest rules with labels.
-- 2. The highest confidence about each record. Where wishes are personal, from the surest rules down, band by band: a
--    record is looked at no more once it has one, and less sure bands not at all once they change no figure.
-- 3. At the end: the highest confidence, the one that 95 % of records stay at or under, and how many are at risk.
-- Nakagawa, Arai, Nakagawa, Definitions 2 and 3.
-- phase: collecting the rules above rho

-- name: above
-- Which rules are above the limit of their item, limit_num / limit_den? Compared in whole numbers.
-- in:  rules (set_id, sensitive_item, support_with_sensitive, support), limits (item, limit_num, limit_den)
-- out: set_id, sensitive_item, support_with_sensitive, support
-- Nakagawa et al., Definition 2
SELECT r.set_id, r.sensitive_item, r.support_with_sensitive, r.support
FROM rules AS r
JOIN limits AS l ON l.item = r.sensitive_item
WHERE (share_above(r.support_with_sensitive, r.support, l.limit_num, l.limit_den))

-- name: requested_above
-- Which rules concern a person who wants the item hidden: a person who holds the set?
-- in:  rules (set_id, sensitive_item, support_with_sensitive, support), occurrences (record_id, set_id),
--      wishes (record_id, item)
-- out: set_id, sensitive_item, support_with_sensitive, support
-- Nakagawa et al., Definition 3
SELECT r.set_id, r.sensitive_item, r.support_with_sensitive, r.support
FROM rules AS r
SEMI JOIN (
  SELECT DISTINCT a.set_id, a.sensitive_item
  FROM rules AS a
  JOIN occurrences AS o ON o.set_id = a.set_id
  JOIN wishes AS w ON w.record_id = o.record_id AND w.item = a.sensitive_item
) AS k ON k.set_id = r.set_id AND k.sensitive_item = r.sensitive_item

-- name: at_risk
-- About which records does an item that is sensitive for everybody follow too surely, from known items of one size?
-- in:  above (set_id), occurrences (record_id, set_id)
-- out: record_id
SELECT DISTINCT o.record_id
FROM occurrences AS o
SEMI JOIN above AS a ON a.set_id = o.set_id

-- name: at_risk_personal
-- About which records does an item that the person wants hidden follow too surely, from known items of one size?
-- in:  above (set_id, sensitive_item), occurrences (record_id, set_id), wishes (record_id, item)
-- out: record_id
SELECT DISTINCT o.record_id
FROM above AS a
JOIN occurrences AS o ON o.set_id = a.set_id
JOIN wishes AS w ON w.record_id = o.record_id AND w.item = a.sensitive_item

-- name: worst_rules
-- Which rules above rho of one size are the surest, and how many records do they concern? One row an item of a rule.
-- in:  above (set_id, sensitive_item, support_with_sensitive, support), members (set_id, item), labels (item, label)
-- out: rank, label, sensitive_label, support_with_sensitive, support
SELECT w.rank, l.label, h.label AS sensitive_label, w.support_with_sensitive, w.support
FROM (
  SELECT
    a.set_id, a.sensitive_item, a.support_with_sensitive, a.support,
    row_number() OVER (
      ORDER BY share_of(a.support_with_sensitive, a.support) DESC, a.support DESC, a.set_id, a.sensitive_item
    ) AS rank
  FROM above AS a
) AS w
JOIN members AS m ON m.set_id = w.set_id
JOIN labels AS l ON l.item = m.item
JOIN labels AS h ON h.item = w.sensitive_item
WHERE w.rank <= $most
ORDER BY w.rank, l.label

-- name: highest_of_sets
-- How surely does an item that is sensitive for everybody follow about each record, from known items of one size? (All rules
-- of a set have its support.)
-- in:  rules (set_id, support_with_sensitive, support), occurrences (record_id, set_id)
-- out: record_id, confidence
SELECT o.record_id, max(b.confidence) AS confidence
FROM (
  SELECT r.set_id, max(share_of(r.support_with_sensitive, r.support)) AS confidence
  FROM rules AS r
  GROUP BY r.set_id
) AS b
JOIN occurrences AS o ON o.set_id = b.set_id
GROUP BY o.record_id

-- name: persons_missing
-- How many records are missing until $enough have a confidence of at least 1 / $den?
-- in:  confidences (record_id, confidence): several rows a record
-- out: n (0: enough have one)
SELECT CASE WHEN count(DISTINCT c.record_id) < $enough THEN $enough - count(DISTINCT c.record_id) ELSE 0 END AS n
FROM confidences AS c
WHERE c.confidence * $den >= 1

-- name: band
-- The rules with a confidence of at least 1 / $low_den, and under 1 / $high_den where that is not 0.
-- in:  rules (set_id, sensitive_item, support_with_sensitive, support)
-- out: set_id, sensitive_item, support_with_sensitive, support
SELECT r.set_id, r.sensitive_item, r.support_with_sensitive, r.support
FROM rules AS r
WHERE (share_reaches(r.support_with_sensitive, r.support, $low_den))
  AND NOT (share_reaches(r.support_with_sensitive, r.support, $high_den))

-- name: highest_of_wishes
-- How surely does an item that the person wants hidden follow about each record, from known items of one size?
-- in:  rules (set_id, sensitive_item, support_with_sensitive, support), occurrences (record_id, set_id),
--      wishes (record_id, item)
-- out: record_id, confidence
SELECT o.record_id, max(share_of(r.support_with_sensitive, r.support)) AS confidence
FROM rules AS r
JOIN occurrences AS o ON o.set_id = r.set_id
JOIN wishes AS w ON w.record_id = o.record_id AND w.item = r.sensitive_item
GROUP BY o.record_id

-- name: other_occurrences
-- In which records do sets occur, without records whose confidence is known?
-- in:  occurrences (record_id, set_id), confidences (record_id)
-- out: record_id, set_id
SELECT o.record_id, o.set_id
FROM occurrences AS o
ANTI JOIN confidences AS c ON c.record_id = o.record_id

-- name: percentile
-- The highest confidence of all, and the one that all but $above records stay at or under. Who has none counts as 0.
-- in:  confidences (record_id, confidence): several rows a record
-- out: highest, percentile
SELECT coalesce(max(p.confidence), 0) AS highest, coalesce(max(p.confidence) FILTER (WHERE p.rank > $above), 0) AS percentile
FROM (
  SELECT c.confidence, row_number() OVER (ORDER BY c.confidence DESC) AS rank
  FROM (SELECT h.record_id, max(h.confidence) AS confidence FROM confidences AS h GROUP BY h.record_id) AS c
) AS p

-- name: persons
-- How many records are at risk?
-- in:  at_risk (record_id)
-- out: n
SELECT count(DISTINCT a.record_id) AS n
FROM at_risk AS a
