-- Attack across: who is left with few candidates when releases of the same people are laid side by side?
-- 1. The link: which person is which in both; where persons have several records, one of each release a row, and the row
--    is called a person until those behind the rows are counted (whose). 2. The labels of each person in either release; of a disassociated one those
-- of the chunks of the person's cluster and of the joint clusters over it. Who has none in one of them is not in both.
-- 3. What may be known, a fact: a label of a record in one release, or one item that shows in several, as labels that fit
--    each other (the same, or one over the other). Labels have numbers, one a release and label; a fact of one label is
--    called by its number, and each release in turn adds its labels to the facts of those before it. Facts are counted
--    like items (sql/counting, as threats).
-- Ganta, Kasiviswanathan and Smith (the intersection attack).
-- phase: comparing the releases

-- name: pairs
-- The rows of a link with the ids of two releases, numbered.
-- in:  transactions (record_id, item), record_ids (record_id, source_id), items (item, label)
-- out: person (a row), old_id, new_id
SELECT row_number() OVER (ORDER BY t.record_id, i.label) AS person, r.source_id AS old_id, i.label AS new_id
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

-- name: named_again
-- How often does a link name a record of one release that it has named before?
-- in:  persons (person, released_id)
-- out: n
SELECT count(*) - count(DISTINCT p.released_id) AS n
FROM persons AS p

-- name: of_several_persons
-- How many records of one release does a link give to several persons?
-- in:  persons (person: a row, released_id), whose (record_id: a row, person)
-- out: n
SELECT count(*) AS n
FROM (
  SELECT p.released_id
  FROM persons AS p
  JOIN whose AS w ON w.record_id = p.person
  GROUP BY p.released_id
  HAVING count(DISTINCT w.person) > 1
) AS s

-- name: lacking_rows
-- How many pairs of an old and a new record of one person have no row in a link?
-- in:  persons (person: a row, old_id, new_id), whose (record_id: a row, person)
-- out: n
SELECT cast(coalesce(sum(q.olds * q.news - q.n_rows), 0) AS BIGINT) AS n
FROM (
  SELECT w.person, count(DISTINCT p.old_id) AS olds, count(DISTINCT p.new_id) AS news, count(*) AS n_rows
  FROM persons AS p
  JOIN whose AS w ON w.record_id = p.person
  GROUP BY w.person
) AS q

-- name: further
-- The rows of a link with the records of a further release, numbered anew: each that is linked to the old record.
-- in:  persons (person: a row, released_id: of the old release), transactions (record_id, item),
--      record_ids (record_id, source_id: the old id), items (item, label)
-- out: further_row, person, released_id (NULL: none)
SELECT row_number() OVER (ORDER BY p.person, f.label) AS further_row, p.person, f.label AS released_id
FROM persons AS p
LEFT JOIN (
  SELECT r.source_id, i.label
  FROM record_ids AS r
  JOIN transactions AS t ON t.record_id = r.record_id
  JOIN items AS i ON i.item = t.item
) AS f ON f.source_id = p.released_id

-- name: in_further_rows
-- The records of one of the releases before, in the rows that have a further one.
-- in:  persons (person: a row, released_id), further (further_row, person)
-- out: person, released_id
SELECT f.further_row AS person, p.released_id
FROM further AS f
JOIN persons AS p ON p.person = f.person

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

-- name: record_classes
-- The class of each person in a release of records, as a number: those that are alike in columns beside the items.
-- in:  persons (person, released_id), classes (record_id, class)
-- out: person, class
SELECT p.person, CAST(dense_rank() OVER (ORDER BY c.class) AS INTEGER) AS class
FROM persons AS p
JOIN classes AS c ON cast(c.record_id AS text) = p.released_id

-- name: published_classes
-- The same in a release that is about to be published.
-- in:  persons (person, released_id), record_ids (record_id, source_id), classes (record_id, class)
-- out: person, class
SELECT p.person, c.class
FROM persons AS p
JOIN record_ids AS r ON r.source_id = p.released_id
JOIN classes AS c ON c.record_id = r.record_id

-- name: joint_classes
-- The class of those who are in both, by the columns of both releases.
-- in:  classes, others (person, class)
-- out: person, class
SELECT c.person, CAST(dense_rank() OVER (ORDER BY c.class, o.class) AS INTEGER) AS class
FROM classes AS c
JOIN others AS o ON o.person = c.person

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
-- Which labels does one release show of those who are in another one, too?
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
-- Who is behind each row of a link, by the records that one of its columns names?
-- in:  persons (person: a row, released_id), record_ids (record_id, source_id), source_persons (record_id, person)
-- out: record_id (the row), person
SELECT p.person AS record_id, s.person
FROM persons AS p
JOIN record_ids AS r ON r.source_id = p.released_id
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

-- name: held_labels
-- The labels of each person in one release, by their numbers.
-- in:  held (person, label), numbers (number, release, label)
-- out: person, number
SELECT h.person, n.number
FROM held AS h
JOIN numbers AS n ON n.label = h.label AND n.release = $release

-- name: single_facts
-- Each label of somebody in one release is a fact.
-- in:  held_labels (person, number)
-- out: person, fact, labels
SELECT h.person, h.number AS fact, 1 AS labels
FROM held_labels AS h

-- name: grown
-- Which facts about somebody are of one item that this release shows, too? Its label fits all $labels of the fact.
-- in:  facts (person, fact, labels), held_labels (person, number), parts (fact, number), fitting (number, other)
-- out: person, fact, number, labels
SELECT f.person, f.fact, h.number, f.labels
FROM facts AS f
JOIN held_labels AS h ON h.person = f.person
JOIN parts AS p ON p.fact = f.fact
JOIN fitting AS g ON g.number = p.number AND g.other = h.number
GROUP BY f.person, f.fact, h.number, f.labels
HAVING count(*) = f.labels

-- name: grown_numbers
-- A number for each fact that is new, from $after on.
-- in:  grown (fact, number)
-- out: new_fact, fact, number
SELECT $after + row_number() OVER (ORDER BY d.fact, d.number) AS new_fact, d.fact, d.number
FROM (SELECT DISTINCT g.fact, g.number FROM grown AS g) AS d

-- name: grown_facts
-- The new facts about each person.
-- in:  grown (person, fact, number, labels), grown_numbers (new_fact, fact, number)
-- out: person, fact, labels
SELECT g.person, n.new_fact AS fact, g.labels + 1 AS labels
FROM grown AS g
JOIN grown_numbers AS n ON n.fact = g.fact AND n.number = g.number

-- name: grown_parts
-- The labels of the new facts.
-- in:  grown_numbers (new_fact, fact, number), parts (fact, number)
-- out: fact, number
SELECT n.new_fact AS fact, p.number
FROM grown_numbers AS n
JOIN parts AS p ON p.fact = n.fact
UNION ALL
SELECT n.new_fact AS fact, n.number
FROM grown_numbers AS n

-- name: sizes
-- How many labels has each fact?
-- in:  parts (fact, number)
-- out: fact, labels
SELECT p.fact, count(*) AS labels
FROM parts AS p
GROUP BY p.fact

-- name: said_twice
-- How many threats hold two facts whose labels all fit each other, and so are a smaller one, where both are one item?
-- in:  threat_items (threat_id, item), parts (fact, number), sizes (fact, labels), fitting (number, other)
-- out: n
SELECT count(DISTINCT d.threat_id) AS n
FROM (
  SELECT a.threat_id, a.item, b.item AS other_item
  FROM threat_items AS a
  JOIN threat_items AS b ON b.threat_id = a.threat_id AND b.item > a.item
  JOIN sizes AS s ON s.fact = a.item
  JOIN sizes AS t ON t.fact = b.item
  JOIN parts AS x ON x.fact = a.item
  JOIN parts AS y ON y.fact = b.item
  JOIN fitting AS g ON g.number = x.number AND g.other = y.number
  GROUP BY a.threat_id, a.item, b.item, s.labels, t.labels
  HAVING count(*) = s.labels * t.labels
) AS d
