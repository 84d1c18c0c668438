-- The rho audit, at each size: which rules are above their limit, of whom do they speak, and how surely?
-- 1. Rules above the limit; of personal wishes those that speak of a person with the wish. Who is at risk, and, on
--    request, the surest rules with labels.
-- 2. The highest confidence about each record. Where wishes are personal, from the surest rules down, band by band: a
--    record is looked at no more once it has one, and less sure bands not at all once they change no figure.
-- 3. At the end: the highest confidence, the one that 95 % of persons stay at or under, and how many persons are at risk.
-- Nakagawa, Arai, Nakagawa, Definitions 2 and 3.

-- name: above
-- Which rules are above the limit of their item, limit_num / limit_den? Compared in whole numbers.
-- in:  rules (set_id, sensitive_item, support_with_sensitive, support), limits (item, limit_num, limit_den)
-- out: set_id, sensitive_item, support_with_sensitive, support
-- Nakagawa et al., Definition 2
SELECT r.set_id, r.sensitive_item, r.support_with_sensitive, r.support
FROM rules AS r
JOIN limits AS l ON l.item = r.sensitive_item
WHERE cast(r.support_with_sensitive AS bigint) * l.limit_den > cast(r.support AS bigint) * l.limit_num

-- name: requested_above
-- Which rules tell something of a person who wants it hidden: the person holds the set?
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
-- Whose knowledge of one size tells an item that is sensitive for everybody too surely?
-- in:  above (set_id), occurrences (record_id, set_id)
-- out: record_id
SELECT DISTINCT o.record_id
FROM occurrences AS o
SEMI JOIN above AS a ON a.set_id = o.set_id

-- name: at_risk (postgres)
-- Whose knowledge of one size tells an item too surely? As rho/audit/at_risk: the rules mostly are in the order of their sets.
-- in:  above (set_id), occurrences (record_id, set_id)
-- out: record_id
SELECT DISTINCT o.record_id
FROM occurrences AS o
SEMI JOIN (
  SELECT DISTINCT s.set_id
  FROM (SELECT r.set_id FROM above AS r ORDER BY r.set_id) AS s
) AS a ON a.set_id = o.set_id

-- name: at_risk_personal
-- Whose knowledge of one size tells an item that this person wants hidden too surely?
-- in:  above (set_id, sensitive_item), occurrences (record_id, set_id), wishes (record_id, item)
-- out: record_id
SELECT DISTINCT o.record_id
FROM above AS a
JOIN occurrences AS o ON o.set_id = a.set_id
JOIN wishes AS w ON w.record_id = o.record_id AND w.item = a.sensitive_item

-- name: worst_rules
-- Which rules above rho of one size are the surest, and how many records do they speak of? One row an item of a rule.
-- in:  above (set_id, sensitive_item, support_with_sensitive, support), members (set_id, item), labels (item, label)
-- out: rank, label, sensitive_label, support_with_sensitive, support
SELECT w.rank, l.label, h.label AS sensitive_label, w.support_with_sensitive, w.support
FROM (
  SELECT
    a.set_id, a.sensitive_item, a.support_with_sensitive, a.support,
    row_number() OVER (
      ORDER BY cast(a.support_with_sensitive AS double) / nullif(a.support, 0) DESC, a.support DESC, a.set_id, a.sensitive_item
    ) AS rank
  FROM above AS a
) AS w
JOIN members AS m ON m.set_id = w.set_id
JOIN labels AS l ON l.item = m.item
JOIN labels AS h ON h.item = w.sensitive_item
WHERE w.rank <= $most
ORDER BY w.rank, l.label

-- name: highest_of_sets
-- How surely does each record's knowledge of one size tell an item that is sensitive for everybody? (All rules of a set have
-- its support.)
-- in:  rules (set_id, support_with_sensitive, support), occurrences (record_id, set_id)
-- out: record_id, confidence
SELECT o.record_id, max(b.confidence) AS confidence
FROM (
  SELECT r.set_id, cast(max(r.support_with_sensitive) AS double) / nullif(max(r.support), 0) AS confidence
  FROM rules AS r
  GROUP BY r.set_id
) AS b
JOIN occurrences AS o ON o.set_id = b.set_id
GROUP BY o.record_id

-- name: persons_missing
-- How many persons are missing until $enough have a confidence of at least 1 / $den?
-- in:  confidences (record_id, confidence), several rows a record
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
WHERE cast(r.support_with_sensitive AS bigint) * $low_den >= r.support
  AND cast(r.support_with_sensitive AS bigint) * $high_den < r.support

-- name: highest_of_wishes
-- How surely does each record's knowledge of one size tell an item that this person wants hidden?
-- in:  rules (set_id, sensitive_item, support_with_sensitive, support), occurrences (record_id, set_id),
--      wishes (record_id, item)
-- out: record_id, confidence
SELECT o.record_id, max(cast(r.support_with_sensitive AS double) / nullif(r.support, 0)) AS confidence
FROM rules AS r
JOIN occurrences AS o ON o.set_id = r.set_id
JOIN wishes AS w ON w.record_id = o.record_id AND w.item = r.sensitive_item
GROUP BY o.record_id

-- name: other_occurrences
-- Where do sets occur, but for records whose confidence is known?
-- in:  occurrences (record_id, set_id), confidences (record_id)
-- out: record_id, set_id
SELECT o.record_id, o.set_id
FROM occurrences AS o
ANTI JOIN confidences AS c ON c.record_id = o.record_id

-- name: percentile
-- The highest confidence of all, and the one that all but $above persons stay at or under. Who has none counts as 0.
-- in:  confidences (record_id, confidence), several rows a record
-- out: highest, percentile
SELECT coalesce(max(p.confidence), 0) AS highest, coalesce(max(p.confidence) FILTER (WHERE p.rank > $above), 0) AS percentile
FROM (
  SELECT c.confidence, row_number() OVER (ORDER BY c.confidence DESC) AS rank
  FROM (SELECT h.record_id, max(h.confidence) AS confidence FROM confidences AS h GROUP BY h.record_id) AS c
) AS p

-- name: persons
-- How many persons are at risk?
-- in:  at_risk (record_id)
-- out: n
SELECT count(DISTINCT a.record_id) AS n
FROM at_risk AS a
