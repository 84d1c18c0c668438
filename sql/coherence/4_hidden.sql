-- What is learned by who knows the method, and that records hold a set which no record of the release shows: was it broken since a
-- sensitive item followed from it too surely? Sets (a, b) of one item (b is 0) and of two that are not sensitive, and that k
-- records, or records of k persons, of the source hold. Far more are hidden for the sake of others in their records.
-- Wong, Fu, Wang, Pei, "Minimality Attack in Privacy Preserving Data Publishing" (VLDB 2007).
-- phase: counting frequent sets that no record shows

-- name: singles
-- Each item as a set.
-- in:  rows (record_id, item)
-- out: record_id, a, b
SELECT record_id, item AS a, CAST(0 AS INTEGER) AS b FROM rows

-- name: pairs
-- Where is each pair of items that are frequent by themselves?
-- in:  rows (record_id, item), frequent (a)
-- out: record_id, a, b
SELECT r.record_id, r.item AS a, s.item AS b
FROM rows AS r
JOIN rows AS s ON s.record_id = r.record_id AND s.item > r.item
JOIN frequent AS f ON f.a = r.item
JOIN frequent AS g ON g.a = s.item

-- name: total
-- How many pairs is that, over all records?
-- in:  rows (record_id, item)
-- out: n
SELECT CAST(coalesce(sum(n * (n - 1) / 2), 0) AS BIGINT) AS n
FROM (SELECT count(*) AS n FROM rows GROUP BY record_id) AS sizes

-- name: frequent
-- Which sets do records of $k persons hold?
-- in:  occurrences (record_id, a, b), persons (record_id, person)
-- out: a, b, n_records, n_persons
SELECT o.a, o.b, count(*) AS n_records, count(DISTINCT p.person) AS n_persons
FROM occurrences AS o
JOIN persons AS p ON p.record_id = o.record_id
GROUP BY o.a, o.b
HAVING count(DISTINCT p.person) >= $k

-- name: telling
-- From which of them does something private follow too surely, by records or by persons?
-- in:  occurrences (record_id, a, b), frequent (a, b, n_records, n_persons), private (record_id, item),
--      limits (item, limit_num, limit_den), persons (record_id, person)
-- out: a, b
SELECT DISTINCT f.a, f.b
FROM (
    SELECT o.a, o.b, h.item, count(*) AS n_records, count(DISTINCT p.person) AS n_persons
    FROM occurrences AS o
    JOIN private AS h ON h.record_id = o.record_id
    JOIN persons AS p ON p.record_id = o.record_id
    GROUP BY o.a, o.b, h.item) AS j
JOIN frequent AS f ON f.a = j.a AND f.b = j.b
JOIN limits AS m ON m.item = j.item
WHERE j.n_records * CAST(m.limit_den AS DECIMAL(38, 0)) > f.n_records * CAST(m.limit_num AS DECIMAL(38, 0))
    OR j.n_persons * CAST(m.limit_den AS DECIMAL(38, 0)) > f.n_persons * CAST(m.limit_num AS DECIMAL(38, 0))

-- name: counts
-- How many of the frequent sets tell too surely, how many does no record show, and how many are both?
-- in:  frequent (a, b), telling (a, b), shown (a, b: sets that records of the release show, each perhaps often)
-- out: n_sets, n_telling, n_hidden, n_hidden_telling
SELECT
    count(*) AS n_sets,
    count(t.a) AS n_telling,
    count(*) - count(s.a) AS n_hidden,
    count(CASE WHEN s.a IS NULL THEN t.a END) AS n_hidden_telling
FROM frequent AS f
LEFT JOIN telling AS t ON t.a = f.a AND t.b = f.b
LEFT JOIN (SELECT DISTINCT a, b FROM shown) AS s ON s.a = f.a AND s.b = f.b
