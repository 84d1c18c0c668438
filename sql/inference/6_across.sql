-- Attack across: who is left with few candidates when two releases of the same people are laid side by side?
-- 1. The link: which person is which in both. 2. The labels of each person in either release; of a disassociated one those
-- of the chunks of the person's cluster and of the joint clusters over it. Who has none in one of them is not in both.
-- 3. What may be known: a label of the old record, one of the new, or an item that shows in both as two labels that fit
--    each other (the same, or one over the other). These are counted like items (sql/counting, as threats).
-- Ganta, Kasiviswanathan and Smith (the intersection attack).

-- name: pairs
-- Which persons are in both releases, where the ids of both name persons?
-- in:  transactions (record_id, item), record_ids (record_id, source_id), items (item, label)
-- out: person, old_id, new_id
SELECT t.record_id AS person, r.source_id AS old_id, i.label AS new_id
FROM transactions AS t
JOIN record_ids AS r ON r.record_id = t.record_id
JOIN items AS i ON i.item = t.item

-- name: persons
-- Which persons are in both releases, where the link has an id for each?
-- in:  old_rows, new_rows (record_id, item), old_persons, new_persons (record_id, source_id), old_ids, new_ids (item, label)
-- out: person, old_id, new_id
SELECT o.record_id AS person, a.label AS old_id, b.label AS new_id
FROM old_rows AS o
JOIN old_ids AS a ON a.item = o.item
JOIN old_persons AS p ON p.record_id = o.record_id
JOIN new_persons AS q ON q.source_id = p.source_id
JOIN new_rows AS n ON n.record_id = q.record_id
JOIN new_ids AS b ON b.item = n.item

-- name: record_labels
-- Which labels does each person have in a release of records?
-- in:  persons (person, released_id), release (record_id, item)
-- out: person, label
SELECT DISTINCT p.person, r.item AS label
FROM persons AS p
JOIN release AS r ON cast(r.record_id AS text) = p.released_id

-- name: published_labels
-- Which labels does each person have in a release that is about to be published?
-- in:  persons (person, released_id), record_ids (record_id, source_id), published (record_id, item), labels (item, label)
-- out: person, label
SELECT DISTINCT p.person, l.label
FROM persons AS p
JOIN record_ids AS r ON r.source_id = p.released_id
JOIN published AS t ON t.record_id = r.record_id
JOIN labels AS l ON l.item = t.item

-- name: equal_ids
-- How many persons would have the same record id in a release that is about to be published as in an older one?
-- in:  persons (person, old_id, new_id: a record of the source), record_ids (record_id, source_id),
--      places (record_id, published_id), release (record_id: those of the older one)
-- out: n
SELECT count(*) AS n
FROM persons AS p
JOIN record_ids AS r ON r.source_id = p.new_id
JOIN places AS q ON q.record_id = r.record_id AND cast(q.published_id AS text) = p.old_id
SEMI JOIN release AS o ON cast(o.record_id AS text) = p.old_id

-- name: clusters_over
-- The records of a cluster draw on it, and so on the joint cluster over it: which is that, one step up?
-- in:  paths (cluster_id, over_id), clusters (cluster_id, parent_id)
-- out: cluster_id, over_id
SELECT p.cluster_id, c.parent_id AS over_id
FROM paths AS p
JOIN clusters AS c ON c.cluster_id = p.over_id
WHERE c.parent_id IS NOT NULL

-- name: cluster_labels
-- Which items may a record of each cluster hold?
-- in:  paths (cluster_id, over_id), subrecords (cluster_id, item), terms (cluster_id, item)
-- out: cluster_id, label
SELECT DISTINCT p.cluster_id, i.item AS label
FROM paths AS p
JOIN (
  SELECT s.cluster_id, s.item FROM subrecords AS s
  UNION ALL
  SELECT t.cluster_id, t.item FROM terms AS t
) AS i ON i.cluster_id = p.over_id

-- name: piece_labels
-- Which labels may each person have in a disassociated release?
-- in:  persons (person, released_id: a cluster), cluster_labels (cluster_id, label)
-- out: person, label
SELECT p.person, c.label
FROM persons AS p
JOIN cluster_labels AS c ON cast(c.cluster_id AS text) = p.released_id

-- name: of_both
-- Which labels does one release show of those who are in the other one, too?
-- in:  held, others (person, label)
-- out: person, label
SELECT h.person, h.label
FROM held AS h
SEMI JOIN others AS o ON o.person = h.person

-- name: persons_in
-- How many persons are in a release?
-- in:  held (person)
-- out: n
SELECT count(DISTINCT h.person) AS n
FROM held AS h

-- name: whose
-- Whose is each linked record, by the source of the release that is about to be published?
-- in:  persons (person, new_id: a record of the source), record_ids (record_id, source_id),
--      source_persons (record_id, person)
-- out: record_id (what the link calls a person), person
SELECT p.person AS record_id, s.person
FROM persons AS p
JOIN record_ids AS r ON r.source_id = p.new_id
JOIN source_persons AS s ON s.record_id = r.record_id

-- name: persons_behind
-- How many persons are behind the records of a release?
-- in:  held (person: a record), whose (record_id, person)
-- out: n
SELECT count(DISTINCT w.person) AS n
FROM held AS h
JOIN whose AS w ON w.record_id = h.person

-- name: labels
-- Which labels are there?
-- in:  held (person, label)
-- out: label
SELECT DISTINCT h.label
FROM held AS h
ORDER BY h.label

-- name: facts
-- What may be known of each person: a label of the old release ('' for the new one), one of the new, or both?
-- in:  old_labels, new_labels (person, label), fitting (old_label, new_label)
-- out: person, old_label, new_label
SELECT o.person, o.label AS old_label, '' AS new_label
FROM old_labels AS o
UNION ALL
SELECT n.person, '' AS old_label, n.label AS new_label
FROM new_labels AS n
UNION ALL
SELECT o.person, o.label AS old_label, n.label AS new_label
FROM old_labels AS o
JOIN fitting AS f ON f.old_label = o.label
JOIN new_labels AS n ON n.person = o.person AND n.label = f.new_label

-- name: numbered
-- A number for each fact.
-- in:  facts (old_label, new_label)
-- out: item, old_label, new_label
SELECT row_number() OVER (ORDER BY d.old_label, d.new_label) AS item, d.old_label, d.new_label
FROM (SELECT DISTINCT f.old_label, f.new_label FROM facts AS f) AS d

-- name: knowable
-- The persons as records of such numbers.
-- in:  facts (person, old_label, new_label), numbered (item, old_label, new_label)
-- out: record_id, item
SELECT f.person AS record_id, n.item
FROM facts AS f
JOIN numbered AS n ON n.old_label = f.old_label AND n.new_label = f.new_label

-- name: said_twice
-- How many threats hold two labels that fit each other, and so are a smaller one, where both are one item?
-- in:  threat_items (threat_id, item), numbered (item, old_label, new_label), fitting (old_label, new_label)
-- out: n
SELECT count(DISTINCT a.threat_id) AS n
FROM threat_items AS a
JOIN numbered AS x ON x.item = a.item AND x.new_label = ''
JOIN fitting AS f ON f.old_label = x.old_label
JOIN numbered AS y ON y.new_label = f.new_label AND y.old_label = ''
JOIN threat_items AS b ON b.threat_id = a.threat_id AND b.item = y.item
