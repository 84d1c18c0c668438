-- Beside an earlier release of the same people: which labels may stay so that k candidates remain across both?
-- 1. Who is linked, and has a record in both. 2. What may be known of each: a label of the old release, one of the new, or
-- one item that shows in both; as one number, the old label's times a stride and the new node's. These are counted like
-- items (sql/counting, as threats). 3. The new nodes of each threat must not all be kept; a threat without any is held by
-- records that no label helps.
-- Ganta, Kasiviswanathan and Smith (the intersection attack).
-- phase: counting candidates across both releases

-- name: linked
-- Which record of the source is each linked person's?
-- in:  persons (person, new_id: a record of the source), record_ids (record_id, source_id)
-- out: person, record_id
SELECT p.person, r.record_id
FROM persons AS p
JOIN record_ids AS r ON r.source_id = p.new_id

-- name: numbered_labels
-- The labels of each linked person in the old release, as numbers.
-- in:  labels (person, label), numbers (label, old)
-- out: person, old
SELECT l.person, n.old
FROM labels AS l
JOIN numbers AS n ON n.label = l.label

-- name: present
-- Which linked persons have an item in the source that may be published?
-- in:  linked (person, record_id), transactions (record_id, item), ancestors (item, node)
-- out: person
SELECT DISTINCT l.person
FROM linked AS l
JOIN transactions AS t ON t.record_id = l.record_id
SEMI JOIN ancestors AS a ON a.item = t.item

-- name: shown
-- Which nodes does the new release show of each linked person?
-- in:  linked (person, record_id), kept (record_id, item)
-- out: person, node
SELECT l.person, k.item AS node
FROM linked AS l
JOIN kept AS k ON k.record_id = l.record_id

-- name: old_persons
-- Who has a label in a release?
-- in:  olds (person)
-- out: person
SELECT DISTINCT o.person
FROM olds AS o

-- name: nodes_shown
-- Which nodes does the new release show of those who are in both?
-- in:  news (person, node), olds (person, old)
-- out: node
SELECT DISTINCT n.node
FROM news AS n
SEMI JOIN olds AS o ON o.person = n.person
ORDER BY n.node

-- name: labels_in_both
-- Which labels does the old release show of them?
-- in:  olds (person, old), news (person, node)
-- out: old
SELECT DISTINCT o.old
FROM olds AS o
SEMI JOIN news AS n ON n.person = o.person
ORDER BY o.old

-- name: old_facts
-- What does the old release alone tell of those who are in both?
-- in:  olds (person, old), both (person)
-- out: record_id, item
SELECT o.person AS record_id, o.old * $stride AS item
FROM olds AS o
SEMI JOIN both AS b ON b.person = o.person

-- name: facts
-- What do both releases tell of those who are in both?
-- in:  olds (person, old), news (person, node), fitting (old, node)
-- out: record_id, item
SELECT o.person AS record_id, o.old * $stride AS item
FROM olds AS o
SEMI JOIN news AS n ON n.person = o.person
UNION ALL
SELECT n.person AS record_id, n.node AS item
FROM news AS n
SEMI JOIN olds AS o ON o.person = n.person
UNION ALL
SELECT o.person AS record_id, o.old * $stride + n.node AS item
FROM olds AS o
JOIN fitting AS f ON f.old = o.old
JOIN news AS n ON n.person = o.person AND n.node = f.node

-- name: new_classes
-- The class of each linked person in the new release, by its columns beside the items.
-- in:  linked (person, record_id), classes (record_id, class)
-- out: person, class
SELECT l.person, c.class
FROM linked AS l
JOIN classes AS c ON c.record_id = l.record_id

-- name: facts_of_classes
-- The same facts of persons of different classes are different ones: $span is more than the highest fact.
-- in:  facts (record_id, item), classes (person, class)
-- out: record_id, item
SELECT f.record_id, CAST(c.class AS BIGINT) * $span + f.item AS item
FROM facts AS f
JOIN classes AS c ON c.person = f.record_id

-- name: fact_numbers
-- A number for each of these.
-- in:  facts (record_id, item)
-- out: number, item
SELECT CAST(row_number() OVER (ORDER BY item) AS INTEGER) AS number, item
FROM (SELECT DISTINCT f.item FROM facts AS f) AS every

-- name: numbered_facts
-- The facts by these numbers.
-- in:  facts (record_id, item), numbers (number, item)
-- out: record_id, item
SELECT f.record_id, n.number AS item
FROM facts AS f
JOIN numbers AS n ON n.item = f.item

-- name: held_by
-- Which persons hold all $size facts of a threat?
-- in:  threats (threat_id, item), facts (record_id, item)
-- out: person
SELECT DISTINCT h.record_id AS person
FROM (
  SELECT t.threat_id, f.record_id
  FROM threats AS t
  JOIN facts AS f ON f.item = t.item
  GROUP BY t.threat_id, f.record_id
  HAVING count(*) = $size
) AS h

-- name: old_threats
-- Which threats hold labels of the old release alone?
-- in:  threats (threat_id, item)
-- out: threat_id, item
SELECT t.threat_id, t.item
FROM threats AS t
ANTI JOIN (SELECT n.threat_id FROM threats AS n WHERE n.item % $stride > 0) AS n ON n.threat_id = t.threat_id

-- name: threat_nodes
-- Which nodes of the new release does each threat hold?
-- in:  threats (threat_id, item)
-- out: threat_id, node
SELECT DISTINCT t.threat_id, t.item % $stride AS node
FROM threats AS t
WHERE t.item % $stride > 0
ORDER BY t.threat_id, node

-- name: records_of_persons
-- Which records of the source are these persons'? Each once.
-- in:  linked (person, record_id), gone (person)
-- out: record_id
SELECT DISTINCT l.record_id
FROM linked AS l
SEMI JOIN gone AS g ON g.person = l.person

-- name: of_same_records
-- Who goes where the records of some go? A record may be in several rows of the link, each with another old record.
-- in:  linked (person: a row, record_id), gone (person)
-- out: person
SELECT l.person
FROM linked AS l
SEMI JOIN (SELECT r.record_id FROM linked AS r SEMI JOIN gone AS g ON g.person = r.person) AS s ON s.record_id = l.record_id

-- name: items_without
-- How many of the other records hold each item?
-- in:  items (item, label), transactions (record_id, item)
-- out: item, label, support
SELECT i.item, i.label, count(t.record_id) AS support
FROM items AS i
LEFT JOIN transactions AS t ON t.item = i.item
GROUP BY i.item, i.label

-- name: occurrences_without_label
-- How often does each item occur in the records of persons of whom nothing would be left?
-- in:  linked (person, record_id), persons (person), transactions (record_id, item)
-- out: item, n
SELECT t.item, count(*) AS n
FROM transactions AS t
SEMI JOIN (
  SELECT l.record_id FROM linked AS l SEMI JOIN persons AS p ON p.person = l.person
) AS w ON w.record_id = t.record_id
GROUP BY t.item
