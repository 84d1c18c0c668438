-- (h, k, p)-coherence: is each set of at most p labels that are not sensitive held by no record or by k, and does no sensitive
-- label follow from one with a confidence above h? Equal records are counted once, with their number as a weight.
-- setanon_sql/verify/coherence.py says which sets need not be looked at.
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

-- name: supports
-- How many records hold each set?
-- in:  occurrences (set_id, weight)
-- out: set_id, support
SELECT set_id, sum(weight) AS support FROM occurrences GROUP BY set_id

-- name: faults
-- How many sets do too few records hold, from how many does a sensitive label follow too surely, how many sets are there?
-- in:  occurrences (record_id, set_id, weight), supports (set_id, support), split (record_id, item, is_sensitive)
-- out: n_rare, n_sure, n_sets
WITH joint AS (
    SELECT o.set_id, p.item, sum(o.weight) AS joint
    FROM occurrences AS o
    JOIN split AS p ON p.record_id = o.record_id AND p.is_sensitive = 1
    GROUP BY o.set_id, p.item),
surest AS (SELECT set_id, max(joint) AS joint FROM joint GROUP BY set_id)
SELECT
    count(*) FILTER (WHERE s.support < $k) AS n_rare,
    count(*) FILTER (
        WHERE CAST(coalesce(j.joint, 0) AS BIGINT) * CAST($h_den AS DECIMAL(38, 0))
            > CAST(s.support AS BIGINT) * CAST($h_num AS DECIMAL(38, 0))) AS n_sure,
    count(*) AS n_sets
FROM supports AS s
LEFT JOIN surest AS j ON j.set_id = s.set_id

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
