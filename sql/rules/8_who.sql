-- Which records do rules above their limit concern, how surely, below which labels of a taxonomy do their items lie? At
-- each size: 1. The surest rule about each record. 2. Rules and records by category, of the known items and of the
-- sensitive one.
-- At the end: 3. The surest rule of all about each person. (The risk of each category: sets/who/category_risk.)
-- Reads above, members, occurrences of the rho audit, categories (item, category).
-- phase: finding out who is at risk

-- name: rule_holders
-- Which records does each rule about an item that is sensitive for everybody concern?
-- in:  above (set_id, sensitive_item, support_with_sensitive, support), occurrences (record_id, set_id)
-- out: record_id, set_id, sensitive_item, confidence
SELECT
  o.record_id, a.set_id, a.sensitive_item,
  share_of(a.support_with_sensitive, a.support) AS confidence
FROM above AS a
JOIN occurrences AS o ON o.set_id = a.set_id

-- name: rule_holders_personal
-- Which persons who want the item hidden does each rule concern?
-- in:  above (set_id, sensitive_item, support_with_sensitive, support), occurrences (record_id, set_id),
--      wishes (record_id, item)
-- out: record_id, set_id, sensitive_item, confidence
SELECT
  o.record_id, a.set_id, a.sensitive_item,
  share_of(a.support_with_sensitive, a.support) AS confidence
FROM above AS a
JOIN occurrences AS o ON o.set_id = a.set_id
JOIN wishes AS w ON w.record_id = o.record_id AND w.item = a.sensitive_item

-- name: surest_of_size
-- How sure is the surest rule of this size about each person?
-- in:  holders (record_id, confidence)
-- out: record_id, size, confidence
SELECT h.record_id, cast($size AS integer) AS size, max(h.confidence) AS confidence
FROM holders AS h
GROUP BY h.record_id

-- name: rule_categories
-- Which rule has an item of which category, known or sensitive?
-- in:  above (set_id, sensitive_item), members (set_id, item), categories (item, category)
-- out: set_id, sensitive_item, category
SELECT DISTINCT i.set_id, i.sensitive_item, c.category
FROM (
  SELECT a.set_id, a.sensitive_item, m.item
  FROM above AS a
  JOIN members AS m ON m.set_id = a.set_id
  UNION ALL
  SELECT b.set_id, b.sensitive_item, b.sensitive_item AS item
  FROM above AS b
) AS i
JOIN categories AS c ON c.item = i.item

-- name: category_rules
-- How many rules of this size have an item of each category?
-- in:  rule_categories (category)
-- out: category, threats
SELECT r.category, count(*) AS threats FROM rule_categories AS r GROUP BY r.category

-- name: held_categories
-- Which records does a rule with an item of each category concern?
-- in:  holders (record_id, set_id, sensitive_item), rule_categories (set_id, sensitive_item, category)
-- out: record_id, category
SELECT DISTINCT h.record_id, r.category
FROM holders AS h
JOIN rule_categories AS r ON r.set_id = h.set_id AND r.sensitive_item = h.sensitive_item

-- name: surest_rules
-- The surest rule about each record at risk, called as the source calls it: how many items are known, how sure it is. Of
-- several the one with the fewest known items counts.
-- in:  found (record_id, size, confidence), record_ids (record_id, source_id)
-- out: record_id, size, worst (the confidence)
SELECT d.source_id AS record_id, r.size, r.confidence AS worst
FROM (
  SELECT
    f.record_id, f.size, f.confidence,
    row_number() OVER (PARTITION BY f.record_id ORDER BY f.confidence DESC, f.size) AS rank
  FROM found AS f
) AS r
JOIN record_ids AS d ON d.record_id = r.record_id
WHERE r.rank = 1

-- name: surest_rules_of_persons
-- The same where persons count, too: whose record it is.
-- in:  found (record_id, size, confidence), record_ids (record_id, source_id), persons (record_id, person),
--      person_names (person, source_person)
-- out: record_id, person, size, worst (the confidence)
SELECT d.source_id AS record_id, n.source_person AS person, r.size, r.confidence AS worst
FROM (
  SELECT
    f.record_id, f.size, f.confidence,
    row_number() OVER (PARTITION BY f.record_id ORDER BY f.confidence DESC, f.size) AS rank
  FROM found AS f
) AS r
JOIN record_ids AS d ON d.record_id = r.record_id
JOIN persons AS p ON p.record_id = r.record_id
JOIN person_names AS n ON n.person = p.person
WHERE r.rank = 1
