-- Divide each part by the labels below the one that it opens: records that hold the same of them go together.
-- Those that are fewer than k go to what is left over, under the old label. If these are fewer than k, they take over the
-- records that gain least from where more than k are; where that is not enough, all of the subset that gains least.
-- Persons are counted, a record without one is a person of its own: all records of a person that hold the same labels below
-- stay together, and count as one. A person may be in several subsets.
-- He and Naughton, Algorithm "Partition"; the balancing of its left-over part.
-- phase: dividing parts by the labels below

-- name: contents
-- Which labels does each record hold below the one that is opened, and what does it gain?
-- in:  live (record_id, part, node, child, gain), openings (part, node, divides)
-- out: record_id, part, content, gain
SELECT record_id, part, string_agg(CAST(child AS VARCHAR), ',' ORDER BY child NULLS FIRST) AS content, sum(gain) AS gain
FROM (
    SELECT l.record_id, l.part, l.child, sum(l.gain) AS gain
    FROM live AS l
    JOIN openings AS o ON o.part = l.part AND o.node = l.node AND o.divides = 1
    GROUP BY l.record_id, l.part, l.child) AS held
GROUP BY record_id, part

-- name: units
-- The persons who hold the same, what they gain, and the first of their records.
-- in:  contents (record_id, part, content, gain), persons (record_id, person)
-- out: person, part, content, gain, first_record
SELECT p.person, c.part, c.content, sum(c.gain) AS gain, min(c.record_id) AS first_record
FROM contents AS c
JOIN persons AS p ON p.record_id = c.record_id
GROUP BY p.person, c.part, c.content

-- name: subsets
-- The persons of a part who hold the same, how many they are, what they gain.
-- in:  units (person, part, content, gain, first_record)
-- out: subset, part, content, persons, gain
SELECT
    CAST(row_number() OVER (ORDER BY part, min(first_record)) AS INTEGER) AS subset, part, content,
    count(*) AS persons, sum(gain) AS gain
FROM units
GROUP BY part, content

-- name: ranked
-- The persons of each subset, those that gain most first.
-- in:  units (person, part, content, gain), subsets (subset, part, content, persons)
-- out: person, part, subset, is_large (1: k persons or more), gain, rank
SELECT
    u.person, u.part, s.subset, CASE WHEN s.persons >= $k THEN 1 ELSE 0 END AS is_large, u.gain,
    row_number() OVER (PARTITION BY s.subset ORDER BY u.gain DESC, u.person) AS rank
FROM units AS u
JOIN subsets AS s ON s.part = u.part AND s.content = u.content

-- name: spare
-- Persons who may be given up: k others stay in their subset, and they are not yet among those that are left over. Each
-- once in a part, from where it gains least.
-- in:  ranked (person, part, subset, is_large, gain, rank)
-- out: person, part, subset, turn
WITH free AS (
    SELECT
        r.person, r.part, r.subset, r.gain,
        row_number() OVER (PARTITION BY r.part, r.person ORDER BY r.gain, r.subset) AS choice
    FROM ranked AS r
    WHERE r.is_large = 1 AND r.rank > $k AND NOT EXISTS (
        SELECT 1 FROM ranked AS o WHERE o.part = r.part AND o.person = r.person AND o.is_large = 0))
SELECT person, part, subset, row_number() OVER (PARTITION BY part ORDER BY gain, person) AS turn
FROM free
WHERE choice = 1

-- name: fates
-- Which subsets become a part of their own, and how many persons does a part give up to what is left over?
-- in:  subsets (subset, part, persons, gain), ranked (person, part, is_large), spare (part)
-- out: subset, opens (1, or 0: it is left over), given_up
WITH left_over AS (
    SELECT part, count(DISTINCT CASE WHEN is_large = 0 THEN person END) AS persons FROM ranked GROUP BY part),
to_spare AS (SELECT part, count(*) AS persons FROM spare GROUP BY part),
short AS (
    SELECT
        s.subset, CASE WHEN s.persons >= $k THEN 1 ELSE 0 END AS is_large, coalesce(t.persons, 0) AS to_spare,
        CASE WHEN l.persons BETWEEN 1 AND $k - 1 THEN $k - l.persons ELSE 0 END AS lacking,
        row_number() OVER (
            PARTITION BY s.part ORDER BY CASE WHEN s.persons >= $k THEN 0 ELSE 1 END, s.gain, s.subset) AS rank
    FROM subsets AS s
    JOIN left_over AS l ON l.part = s.part
    LEFT JOIN to_spare AS t ON t.part = s.part)
SELECT
    subset,
    CASE WHEN is_large = 0 OR (lacking > to_spare AND rank = 1) THEN 0 ELSE 1 END AS opens,
    CASE WHEN lacking > to_spare THEN 0 ELSE lacking END AS given_up
FROM short

-- name: divided
-- Which records go with their subset? All of one that opens, but for those of persons who are given up.
-- in:  contents (record_id, part, content), persons (record_id, person), subsets (subset, part, content),
--      fates (subset, opens, given_up), spare (person, subset, turn)
-- out: record_id, part, subset (0: left over)
SELECT
    c.record_id, c.part,
    CASE WHEN f.opens = 1 AND (x.turn IS NULL OR x.turn > f.given_up) THEN s.subset ELSE 0 END AS subset
FROM contents AS c
JOIN persons AS p ON p.record_id = c.record_id
JOIN subsets AS s ON s.part = c.part AND s.content = c.content
JOIN fates AS f ON f.subset = s.subset
LEFT JOIN spare AS x ON x.subset = s.subset AND x.person = p.person

-- name: new_parts
-- The parts that come of those that were divided.
-- in:  divided (record_id, part, subset)
-- out: part (a new number, over $last), old_part, subset, records
SELECT
    CAST($last + row_number() OVER (ORDER BY d.part, d.subset) AS INTEGER) AS part, d.part AS old_part, d.subset,
    count(*) AS records
FROM divided AS d
GROUP BY d.part, d.subset

-- name: members
-- In which new part is each record that was divided, and was the label opened there?
-- in:  divided (record_id, part, subset), new_parts (part, old_part, subset)
-- out: record_id, part, opened
SELECT d.record_id, n.part, CASE WHEN d.subset > 0 THEN 1 ELSE 0 END AS opened
FROM divided AS d
JOIN new_parts AS n ON n.old_part = d.part AND n.subset = d.subset
