-- (h, k, p)-coherence: is each set of at most p labels that are not sensitive held by no record or by k, and does no sensitive
-- label, and no group of these, follow from one too surely? Equal records are counted once, with their number as a weight. Where
-- persons count, k of them have a record with the set, and the shares of those who have one are bounded as well.
-- setanon_sql/models/coherence/recount.py says which sets need not be looked at.
-- Xu, Wang, Fu, Yu, Definitions 1 to 3.
-- phase: recounting sets of known labels

-- name: open_lines
-- The rows of a release whose labels may be known.
-- in:  lines (record_id, item), sensitive (label)
-- out: record_id, item
SELECT r.record_id, r.item FROM lines AS r ANTI JOIN sensitive AS s ON s.label = r.item

-- name: split
-- The distinct records without, or with nothing but, the sensitive labels.
-- in:  transactions (record_id, item, weight), labels (item, label), sensitive (label)
-- out: record_id, item, weight, is_sensitive
SELECT t.record_id, t.item, t.weight, CASE WHEN s.label IS NULL THEN 0 ELSE 1 END AS is_sensitive
FROM transactions AS t
JOIN labels AS l ON l.item = t.item
LEFT JOIN (SELECT DISTINCT label FROM sensitive) AS s ON s.label = l.label

-- name: singles
-- Where does each label occur that may be known?
-- in:  split (record_id, item, weight, is_sensitive)
-- out: record_id, set_id, item, weight
SELECT record_id, item AS set_id, item, weight FROM split WHERE is_sensitive = 0

-- name: subjects
-- What must not follow too surely, and the labels that tell it: a sensitive label itself, a group each one of it.
-- in:  labels (item, label), sensitive (label), grouped (label, number: of the group, from 1, limit_num, limit_den: texts)
-- out: item, subject (of a group below 0), limit_num, limit_den (it may follow with a confidence of limit_num / limit_den)
SELECT
    l.item, l.item AS subject,
    CAST($h_num AS DECIMAL(38, 0)) AS limit_num, CAST($h_den AS DECIMAL(38, 0)) AS limit_den
FROM labels AS l
JOIN (SELECT DISTINCT label FROM sensitive) AS s ON s.label = l.label
UNION ALL
SELECT
    m.item, -g.number AS subject,
    CAST(g.limit_num AS DECIMAL(38, 0)) AS limit_num, CAST(g.limit_den AS DECIMAL(38, 0)) AS limit_den
FROM grouped AS g
JOIN labels AS m ON m.label = g.label

-- name: subject_rows
-- Of which distinct records is which of them true? Several labels of a group tell it once.
-- in:  transactions (record_id, item), subjects (item, subject)
-- out: record_id, subject
SELECT DISTINCT t.record_id, s.subject FROM transactions AS t JOIN subjects AS s ON s.item = t.item

-- name: no_labels
-- All records as those that hold the empty set: whoever knows nothing is left with them.
-- in:  transactions (record_id, weight)
-- out: record_id, set_id, weight
SELECT DISTINCT record_id, CAST(0 AS INTEGER) AS set_id, weight FROM transactions

-- name: supports
-- How many records hold each set?
-- in:  occurrences (set_id, weight)
-- out: set_id, support
SELECT set_id, sum(weight) AS support FROM occurrences GROUP BY set_id

-- name: persons_of_sets
-- How many persons have a record that holds each set?
-- in:  occurrences (record_id, set_id), holders (record_id, person)
-- out: set_id, support
SELECT o.set_id, count(DISTINCT h.person) AS support
FROM occurrences AS o
JOIN holders AS h ON h.record_id = o.record_id
GROUP BY o.set_id

-- name: joint
-- In how many records that hold a set is which subject true?
-- in:  occurrences (record_id, set_id, weight), subject_rows (record_id, subject)
-- out: set_id, subject, joint
SELECT o.set_id, p.subject, sum(o.weight) AS joint
FROM occurrences AS o
JOIN subject_rows AS p ON p.record_id = o.record_id
GROUP BY o.set_id, p.subject

-- name: joint_of_persons
-- How many persons have a record that holds a set and of which a subject is true?
-- in:  occurrences (record_id, set_id), subject_rows (record_id, subject), holders (record_id, person)
-- out: set_id, subject, joint
SELECT o.set_id, p.subject, count(DISTINCT h.person) AS joint
FROM occurrences AS o
JOIN subject_rows AS p ON p.record_id = o.record_id
JOIN holders AS h ON h.record_id = o.record_id
GROUP BY o.set_id, p.subject

-- name: telling
-- From which sets does a subject follow too surely?
-- in:  joint (set_id, subject, joint), supports (set_id, support), subjects (subject, limit_num, limit_den)
-- out: set_id
SELECT DISTINCT j.set_id
FROM joint AS j
JOIN supports AS s ON s.set_id = j.set_id
JOIN subjects AS l ON l.subject = j.subject
WHERE CAST(j.joint AS BIGINT) * l.limit_den > CAST(s.support AS BIGINT) * l.limit_num

-- name: faults
-- How many sets do too few hold, from how many does a subject follow too surely, how many sets are there?
-- in:  supports (set_id, support: in what counts), telling (set_id, each perhaps twice)
-- out: n_rare, n_sure, n_sets
SELECT
    count(*) FILTER (WHERE s.support < $k) AS n_rare,
    count(*) FILTER (WHERE s.set_id IN (SELECT t.set_id FROM telling AS t)) AS n_sure,
    count(*) AS n_sets
FROM supports AS s

-- name: extensions
-- The sets with a later label besides, where fewer records hold that.
-- in:  occurrences (record_id, set_id, item, weight), split (record_id, item, is_sensitive), supports (set_id, support)
-- out: set_id (a new number), prefix_id, item
SELECT CAST(row_number() OVER (ORDER BY g.prefix_id, g.item) AS INTEGER) AS set_id, g.prefix_id, g.item
FROM (
    SELECT o.set_id AS prefix_id, p.item, sum(o.weight) AS support
    FROM occurrences AS o
    JOIN split AS p ON p.record_id = o.record_id AND p.is_sensitive = 0 AND p.item > o.item
    GROUP BY o.set_id, p.item) AS g
JOIN supports AS s ON s.set_id = g.prefix_id
WHERE g.support < s.support

-- name: occurrences
-- Where do they occur?
-- in:  occurrences (record_id, set_id, item, weight), split (record_id, item, is_sensitive), extensions (set_id, prefix_id, item)
-- out: record_id, set_id, item, weight
SELECT o.record_id, e.set_id, e.item, o.weight
FROM occurrences AS o
JOIN split AS p ON p.record_id = o.record_id AND p.is_sensitive = 0 AND p.item > o.item
JOIN extensions AS e ON e.prefix_id = o.set_id AND e.item = p.item
