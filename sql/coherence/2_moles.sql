-- Minimal moles, size by size: those of which no smaller part is a mole. A set is grown by a later item, and looked at
-- where each of its parts was looked at and is no mole. What as many records hold as the set without its last item is left
-- out with all that contains it: the same records hold that, so it is no minimal mole.
-- Xu, Wang, Fu, Yu, section 4 (MM).
-- phase: counting sets that are too rare or tell too much

-- name: grown
-- How many records hold each set together with a later item, where that is fewer than hold the set?
-- in:  occurrences (record_id, set_id, item), rows (record_id, item), sets (set_id, support)
-- out: set_id (a new number), prefix_id, item (the one added), support
SELECT
    CAST(row_number() OVER (ORDER BY g.prefix_id, g.item) AS INTEGER) AS set_id, g.prefix_id, g.item, g.support
FROM (
    SELECT o.set_id AS prefix_id, r.item, count(*) AS support
    FROM occurrences AS o
    JOIN rows AS r ON r.record_id = o.record_id AND r.item > o.item
    GROUP BY o.set_id, r.item) AS g
JOIN sets AS s ON s.set_id = g.prefix_id
WHERE g.support < s.support

-- name: grown_members
-- The items of these sets.
-- in:  sets (set_id, prefix_id, item), members (set_id, item: of the sets before)
-- out: set_id, item
SELECT s.set_id, m.item FROM sets AS s JOIN members AS m ON m.set_id = s.prefix_id
UNION ALL
SELECT set_id, item FROM sets

-- name: keys
-- The items of the sets that are no moles, as one text each.
-- in:  members (set_id, item), safe (set_id)
-- out: items
SELECT string_agg(CAST(m.item AS VARCHAR), ',' ORDER BY m.item NULLS FIRST) AS items
FROM members AS m
JOIN safe AS s ON s.set_id = m.set_id
GROUP BY m.set_id

-- name: minimal
-- The sets of which each part with one item fewer was looked at and is no mole.
-- in:  sets (set_id, prefix_id, item, support), members (set_id, item), keys (items)
-- out: set_id, prefix_id, item, support
WITH parts AS (
    SELECT m.set_id, d.item, string_agg(CAST(m.item AS VARCHAR), ',' ORDER BY m.item NULLS FIRST) AS items
    FROM members AS m
    JOIN members AS d ON d.set_id = m.set_id AND d.item <> m.item
    GROUP BY m.set_id, d.item)
SELECT s.set_id, s.prefix_id, s.item, s.support
FROM sets AS s
WHERE NOT EXISTS (
    SELECT 1
    FROM parts AS p
    LEFT JOIN keys AS k ON k.items = p.items
    WHERE p.set_id = s.set_id AND k.items IS NULL)

-- name: grown_occurrences
-- Where do the sets occur that k records hold?
-- in:  occurrences (record_id, set_id, item), rows (record_id, item), sets (set_id, prefix_id, item, support)
-- out: record_id, set_id, item (the last of the set)
SELECT o.record_id, s.set_id, r.item
FROM occurrences AS o
JOIN rows AS r ON r.record_id = o.record_id AND r.item > o.item
JOIN sets AS s ON s.prefix_id = o.set_id AND s.item = r.item AND s.support >= $k

-- name: rare
-- Which sets do too few records hold?
-- in:  sets (set_id, support)
-- out: set_id
SELECT s.set_id FROM sets AS s WHERE s.support < $k

-- name: telling
-- From which sets does a private item follow too surely: of the records that hold one, more than its limit hold both?
-- in:  occurrences (record_id, set_id), private (record_id, item), limits (item, limit_num, limit_den),
--      sets (set_id, support)
-- out: set_id
SELECT DISTINCT c.set_id
FROM (
    SELECT o.set_id, p.item, count(*) AS joint
    FROM occurrences AS o
    JOIN private AS p ON p.record_id = o.record_id
    GROUP BY o.set_id, p.item) AS c
JOIN sets AS s ON s.set_id = c.set_id
JOIN limits AS l ON l.item = c.item
WHERE c.joint * CAST(l.limit_den AS DECIMAL(38, 0)) > s.support * CAST(l.limit_num AS DECIMAL(38, 0))

-- name: judged
-- Which sets are moles, and why?
-- in:  sets (set_id, prefix_id, item, support), rare (set_id), telling (set_id)
-- out: set_id, prefix_id, item, support, fault (1: too few hold it, 2: a private item follows too surely, 0: no mole)
SELECT
    s.set_id, s.prefix_id, s.item, s.support,
    CASE
        WHEN s.set_id IN (SELECT r.set_id FROM rare AS r) THEN 1
        WHEN s.set_id IN (SELECT t.set_id FROM telling AS t) THEN 2
        ELSE 0
    END AS fault
FROM sets AS s

-- name: safe
-- The sets that are no moles.
-- in:  judged (set_id, support, fault)
-- out: set_id, support
SELECT set_id, support FROM judged WHERE fault = 0

-- name: safe_occurrences
-- Where they occur.
-- in:  occurrences (record_id, set_id, item), safe (set_id)
-- out: record_id, set_id, item
SELECT o.record_id, o.set_id, o.item FROM occurrences AS o JOIN safe AS s ON s.set_id = o.set_id

-- name: moles
-- The items of the moles.
-- in:  judged (set_id, fault), members (set_id, item)
-- out: mole (a number of its own), item
SELECT CAST(j.set_id + $first AS BIGINT) AS mole, m.item
FROM judged AS j
JOIN members AS m ON m.set_id = j.set_id
WHERE j.fault > 0

-- name: faults
-- How many moles are there, of which kind?
-- in:  judged (fault)
-- out: rare, sure
SELECT
    coalesce(sum(CASE WHEN fault = 1 THEN 1 ELSE 0 END), 0) AS rare,
    coalesce(sum(CASE WHEN fault = 2 THEN 1 ELSE 0 END), 0) AS sure
FROM judged

-- name: holders
-- Which records hold a mole of more than one item?
-- in:  occurrences (record_id, set_id, item: of the sets before), rows (record_id, item), judged (prefix_id, item, fault)
-- out: record_id
SELECT DISTINCT o.record_id
FROM occurrences AS o
JOIN rows AS r ON r.record_id = o.record_id AND r.item > o.item
JOIN judged AS j ON j.prefix_id = o.set_id AND j.item = r.item AND j.fault > 0

-- name: single_holders
-- Which records hold a mole of one item?
-- in:  rows (record_id, item), judged (item, fault)
-- out: record_id
SELECT DISTINCT r.record_id
FROM rows AS r
JOIN judged AS j ON j.item = r.item AND j.fault > 0

-- name: at_risk
-- How many records hold a mole?
-- in:  holders (record_id)
-- out: n
SELECT count(DISTINCT record_id) AS n FROM holders

-- name: surest
-- How surely does what is private follow from sets that are not too rare, and from how many too surely? By records or by persons,
-- whichever is more; of no larger set that holds a mole.
-- in:  occurrences (record_id, set_id: that k records hold), private (record_id, item), limits (item, limit_num, limit_den),
--      judged (set_id, fault), persons (record_id, person)
-- out: item, share, n_telling
SELECT
    c.item,
    max(CASE WHEN c.of_records > c.of_persons THEN c.of_records ELSE c.of_persons END) AS share,
    count(CASE WHEN c.is_telling = 1 THEN 1 END) AS n_telling
FROM (
    SELECT
        j.item,
        CAST(j.n_records AS DOUBLE) / nullif(s.n_records, 0) AS of_records,
        CAST(j.n_persons AS DOUBLE) / nullif(s.n_persons, 0) AS of_persons,
        CASE
            WHEN j.n_records * CAST(l.limit_den AS DECIMAL(38, 0)) > s.n_records * CAST(l.limit_num AS DECIMAL(38, 0)) THEN 1
            WHEN j.n_persons * CAST(l.limit_den AS DECIMAL(38, 0)) > s.n_persons * CAST(l.limit_num AS DECIMAL(38, 0)) THEN 1
            ELSE 0
        END AS is_telling
    FROM (
        SELECT o.set_id, p.item, count(*) AS n_records, count(DISTINCT w.person) AS n_persons
        FROM occurrences AS o
        JOIN private AS p ON p.record_id = o.record_id
        JOIN persons AS w ON w.record_id = o.record_id
        GROUP BY o.set_id, p.item) AS j
    JOIN (
        SELECT h.set_id, count(*) AS n_records, count(DISTINCT v.person) AS n_persons
        FROM occurrences AS h
        JOIN persons AS v ON v.record_id = h.record_id
        GROUP BY h.set_id) AS s ON s.set_id = j.set_id
    JOIN judged AS d ON d.set_id = j.set_id AND d.fault <> 1
    JOIN limits AS l ON l.item = j.item) AS c
GROUP BY c.item

-- name: over_all
-- In which share of all records, or of all persons, is what is private?
-- in:  private (record_id, item), persons (record_id, person)
-- out: item, share
SELECT
    p.item,
    CASE
        WHEN CAST(count(*) AS DOUBLE) / $n_records > CAST(count(DISTINCT w.person) AS DOUBLE) / $n_persons
        THEN CAST(count(*) AS DOUBLE) / $n_records
        ELSE CAST(count(DISTINCT w.person) AS DOUBLE) / $n_persons
    END AS share
FROM private AS p
JOIN persons AS w ON w.record_id = p.record_id
GROUP BY p.item

-- name: told
-- The same of items as one (0), and of each group: the highest of either.
-- in:  over_all (item, share), surest (item, share, n_telling: by size)
-- out: subject, over_all, surest, n_telling
SELECT
    CASE WHEN u.item > $n_items THEN u.item ELSE 0 END AS subject,
    max(u.over_all) AS over_all,
    max(u.surest) AS surest,
    sum(u.n_telling) AS n_telling
FROM (
    SELECT item, share AS over_all, CAST(0 AS DOUBLE) AS surest, 0 AS n_telling FROM over_all
    UNION ALL
    SELECT item, CAST(0 AS DOUBLE) AS over_all, share AS surest, n_telling FROM surest) AS u
GROUP BY CASE WHEN u.item > $n_items THEN u.item ELSE 0 END
