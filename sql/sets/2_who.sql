-- Who holds minimal threats, and below which labels of a taxonomy do they lie? At each size:
-- 1. Which record holds which threat: from the first item of each, the rarest, on to its others. Fewer than k records hold
-- a threat, so that these rows are at most k times the threats. 2. The threat of a record that the fewest records hold.
-- 3. Threats and records by category. At the end: 4. The smallest threat of each record. 5. The risk of each category.
-- Reads transactions (record_id, item), threat_items of counting/outputs, categories (item, category).
-- phase: finding out who is at risk

-- name: first_holders
-- Which records hold the first item of each threat?
-- in:  threat_items (threat_id, position, item, support), transactions (record_id, item)
-- out: record_id, threat_id, support
SELECT t.record_id, i.threat_id, i.support
FROM threat_items AS i
JOIN transactions AS t ON t.item = i.item
WHERE i.position = 1

-- name: next_holders
-- Which of these records also hold the next item of the threat?
-- in:  holders (record_id, threat_id, support), threat_items (threat_id, position, item), transactions (record_id, item)
-- out: record_id, threat_id, support
SELECT h.record_id, h.threat_id, h.support
FROM holders AS h
JOIN threat_items AS i ON i.threat_id = h.threat_id
JOIN transactions AS t ON t.record_id = h.record_id AND t.item = i.item
WHERE i.position = $position

-- name: smallest_of_size
-- How many records hold the rarest threat of this size that each record holds?
-- in:  holders (record_id, threat_id, support)
-- out: record_id, size, support
SELECT h.record_id, cast($size AS integer) AS size, cast(min(h.support) AS integer) AS support
FROM holders AS h
GROUP BY h.record_id

-- name: held_categories
-- Which record holds a threat with an item of which category?
-- in:  holders (record_id, threat_id), threat_items (threat_id, item), categories (item, category)
-- out: record_id, category
SELECT DISTINCT h.record_id, c.category
FROM holders AS h
JOIN threat_items AS i ON i.threat_id = h.threat_id
JOIN categories AS c ON c.item = i.item

-- name: threat_categories
-- How many threats of this size have an item of each category?
-- in:  threat_items (threat_id, item), categories (item, category)
-- out: category, threats
SELECT c.category, count(DISTINCT i.threat_id) AS threats
FROM threat_items AS i
JOIN categories AS c ON c.item = i.item
GROUP BY c.category

-- name: smallest_threats
-- The smallest threat of each record at risk, called as the source calls it: how many items it has, how many records hold
-- it. Of several of a size the rarest counts.
-- in:  found (record_id, size, support), record_ids (record_id, source_id)
-- out: record_id, size, worst (the support)
SELECT d.source_id AS record_id, r.size, r.support AS worst
FROM (
  SELECT f.record_id, f.size, f.support, row_number() OVER (PARTITION BY f.record_id ORDER BY f.size, f.support) AS rank
  FROM found AS f
) AS r
JOIN record_ids AS d ON d.record_id = r.record_id
WHERE r.rank = 1

-- name: smallest_threats_of_persons
-- The same where k counts persons: whose record it is, and how many persons have a record that holds the threat.
-- in:  found (record_id, size, support), record_ids (record_id, source_id), persons (record_id, person),
--      person_names (person, source_person)
-- out: record_id, person, size, worst (the support)
SELECT d.source_id AS record_id, n.source_person AS person, r.size, r.support AS worst
FROM (
  SELECT f.record_id, f.size, f.support, row_number() OVER (PARTITION BY f.record_id ORDER BY f.size, f.support) AS rank
  FROM found AS f
) AS r
JOIN record_ids AS d ON d.record_id = r.record_id
JOIN persons AS p ON p.record_id = r.record_id
JOIN person_names AS n ON n.person = p.person
WHERE r.rank = 1

-- name: category_risk
-- How many records are at risk by each category, and how many threats have an item of it?
-- in:  held (record_id, category), threats (category, threats)
-- out: category, n_records, n_threats
SELECT t.category, coalesce(h.n_records, 0) AS n_records, t.n_threats
FROM (SELECT w.category, cast(sum(w.threats) AS bigint) AS n_threats FROM threats AS w GROUP BY w.category) AS t
LEFT JOIN (
  SELECT o.category, count(DISTINCT o.record_id) AS n_records FROM held AS o GROUP BY o.category
) AS h ON h.category = t.category
ORDER BY coalesce(h.n_records, 0) DESC, t.n_threats DESC, t.category

-- name: category_risk_of_persons
-- The same with how many persons have such a record.
-- in:  held (record_id, category), threats (category, threats), persons (record_id, person)
-- out: category, n_records, n_threats, n_persons
SELECT
  t.category,
  coalesce(h.n_records, 0) AS n_records,
  t.n_threats,
  coalesce(h.n_persons, 0) AS n_persons
FROM (SELECT w.category, cast(sum(w.threats) AS bigint) AS n_threats FROM threats AS w GROUP BY w.category) AS t
LEFT JOIN (
  SELECT o.category, count(DISTINCT o.record_id) AS n_records, count(DISTINCT p.person) AS n_persons
  FROM held AS o
  JOIN persons AS p ON p.record_id = o.record_id
  GROUP BY o.category
) AS h ON h.category = t.category
ORDER BY coalesce(h.n_persons, 0) DESC, coalesce(h.n_records, 0) DESC, t.n_threats DESC, t.category

-- name: long_enough
-- The rows of records with $size items or more: only of these so many can be known.
-- in:  transactions (record_id, item)
-- out: record_id, item
SELECT t.record_id, t.item
FROM transactions AS t
SEMI JOIN (SELECT c.record_id FROM transactions AS c GROUP BY c.record_id HAVING count(*) >= $size) AS l
  ON l.record_id = t.record_id

-- name: held_threats
-- How many threats does some record hold?
-- in:  holders (threat_id)
-- out: n
SELECT count(DISTINCT h.threat_id) AS n FROM holders AS h

-- name: holding_records
-- Which records hold some threat?
-- in:  holders (record_id)
-- out: record_id
SELECT DISTINCT h.record_id FROM holders AS h
