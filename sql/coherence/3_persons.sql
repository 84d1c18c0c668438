-- Coherence where persons count: k persons have a record with each set, and of those who have one at most the share h has one
-- that holds a private item besides. The shares of records are bounded as ever. What is left out of a search is told by
-- records: sets that the same records hold are held by the same persons, and so is whatever is added to both. Sets that as many
-- persons hold need not be: one of them may have the larger set in another record.
-- phase: counting persons behind sets

-- name: rare
-- Which sets do records of too few persons hold?
-- in:  sets (set_id, support), occurrences (record_id, set_id: that $k records hold), persons (record_id, person)
-- out: set_id
SELECT s.set_id
FROM sets AS s
LEFT JOIN (
    SELECT o.set_id, count(DISTINCT p.person) AS n_persons
    FROM occurrences AS o
    JOIN persons AS p ON p.record_id = o.record_id
    GROUP BY o.set_id) AS c ON c.set_id = s.set_id
WHERE coalesce(c.n_persons, 0) < $k

-- name: telling
-- From which sets does a private item follow too surely: of the persons with such a record, more than its limit have one that
-- holds both?
-- in:  occurrences (record_id, set_id), private (record_id, item), limits (item, limit_num, limit_den),
--      persons (record_id, person)
-- out: set_id
SELECT DISTINCT c.set_id
FROM (
    SELECT o.set_id, p.item, count(DISTINCT w.person) AS joint
    FROM occurrences AS o
    JOIN private AS p ON p.record_id = o.record_id
    JOIN persons AS w ON w.record_id = o.record_id
    GROUP BY o.set_id, p.item) AS c
JOIN (
    SELECT h.set_id, count(DISTINCT v.person) AS n_persons
    FROM occurrences AS h
    JOIN persons AS v ON v.record_id = h.record_id
    GROUP BY h.set_id) AS s ON s.set_id = c.set_id
JOIN limits AS l ON l.item = c.item
WHERE c.joint * CAST(l.limit_den AS DECIMAL(38, 0)) > s.n_persons * CAST(l.limit_num AS DECIMAL(38, 0))
