-- From which sets of labels does a sensitive item follow too surely: which share of the records (persons) that show a set holds
-- it? Sensitive items are shown as they are. A set that tells one too surely is broken in all records that show it: were it
-- broken in those alone that hold the item, the broken ones would tell.
-- How often an item stands beside a set is counted once, then what a round changes is added and taken off.
-- Reads held (record_id, sensitive, person; 0: records count), limits (sensitive, h_num, h_den: the highest share).
-- phase: counting how surely sensitive items follow

-- name: held
-- Which record, of nobody, holds what is sensitive?
-- in:  hidden (record_id, sensitive)
-- out: record_id, sensitive, person (0)
SELECT record_id, sensitive, CAST(0 AS INTEGER) AS person FROM hidden

-- name: held_by_persons
-- Which record, of which person, holds what is sensitive?
-- in:  hidden (record_id, sensitive), persons (record_id, person)
-- out: record_id, sensitive, person
SELECT h.record_id, h.sensitive, p.person
FROM hidden AS h
JOIN persons AS p ON p.record_id = h.record_id

-- name: over_all
-- How many sensitive items are held too often in all records (by too many of all persons)? Nothing known tells these.
-- in:  held (record_id, sensitive, person), limits (sensitive, h_num, h_den)
-- out: n
SELECT count(*) AS n
FROM (
  SELECT sensitive, CASE WHEN $by_persons = 1 THEN count(DISTINCT person) ELSE count(*) END AS n
  FROM held
  GROUP BY sensitive
) AS j
JOIN limits AS m ON m.sensitive = j.sensitive
WHERE CAST(j.n AS BIGINT) * m.h_den > CAST($of AS BIGINT) * m.h_num

-- name: labels
-- From which labels does one follow too surely?
-- in:  shown (record_id, node), held (record_id, sensitive, person), limits (sensitive, h_num, h_den),
--      supports (node, support: records or persons)
-- out: node
SELECT DISTINCT j.node
FROM (
  SELECT s.node, h.sensitive, CASE WHEN $by_persons = 1 THEN count(DISTINCT h.person) ELSE count(*) END AS n
  FROM shown AS s
  JOIN held AS h ON h.record_id = s.record_id
  GROUP BY s.node, h.sensitive
) AS j
JOIN supports AS l ON l.node = j.node
JOIN limits AS m ON m.sensitive = j.sensitive
WHERE CAST(j.n AS BIGINT) * m.h_den > CAST(l.support AS BIGINT) * m.h_num

-- name: judged
-- How many show each label, none where it tells too surely?
-- in:  supports (node, support), sure (node)
-- out: node, support
SELECT l.node, CASE WHEN s.node IS NULL THEN l.support ELSE 0 END AS support
FROM supports AS l
LEFT JOIN (SELECT DISTINCT node FROM sure) AS s ON s.node = l.node

-- name: all_beside
-- Which labels stand beside what is sensitive? Each sensitive item of a record by itself.
-- in:  shown (record_id, node), held (record_id, sensitive, person)
-- out: record_id (the record with the sensitive item), node, touched (1), sensitive, person
SELECT
  pair(h.record_id, h.sensitive) AS record_id, s.node, CAST(1 AS INTEGER) AS touched, h.sensitive, h.person
FROM held AS h
JOIN shown AS s ON s.record_id = h.record_id

-- name: beside
-- Which labels of a round stood, or stand, beside what is sensitive?
-- in:  rows (record_id, node, touched), held (record_id, sensitive, person)
-- out: record_id (the record with the sensitive item), node, touched, sensitive, person
SELECT pair(h.record_id, h.sensitive) AS record_id, s.node, s.touched, h.sensitive, h.person
FROM held AS h
JOIN rows AS s ON s.record_id = h.record_id

-- name: counted_beside
-- How often does an item stand beside each set after a round? Only of sets that are still counted.
-- in:  before (a, b, c, sensitive, person, n), changes (a, b, c, sensitive, person, n), counted (a, b, c)
-- out: a, b, c, sensitive, person, n
SELECT u.a, u.b, u.c, u.sensitive, u.person, CAST(sum(u.n) AS INTEGER) AS n
FROM (
  SELECT a, b, c, sensitive, person, n FROM before
  UNION ALL
  SELECT a, b, c, sensitive, person, n FROM changes
) AS u
SEMI JOIN counted AS s ON s.a = u.a AND s.b = u.b AND s.c = u.c
GROUP BY u.a, u.b, u.c, u.sensitive, u.person
HAVING sum(u.n) > 0

-- name: sets
-- From which sets does one follow too surely?
-- in:  beside (a, b, c, sensitive, person, n: records), counted (a, b, c, support: records or persons),
--      limits (sensitive, h_num, h_den)
-- out: a, b, c, support
SELECT DISTINCT s.a, s.b, s.c, s.support
FROM (
  SELECT a, b, c, sensitive, sum(CASE WHEN $by_persons = 1 THEN 1 ELSE n END) AS n
  FROM beside
  GROUP BY a, b, c, sensitive
) AS j
JOIN counted AS s ON s.a = j.a AND s.b = j.b AND s.c = j.c
JOIN limits AS m ON m.sensitive = j.sensitive
WHERE CAST(j.n AS BIGINT) * m.h_den > CAST(s.support AS BIGINT) * m.h_num
