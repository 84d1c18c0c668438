-- Which labels go up, in which record? Of broken sets the cheaper label: but what is broken by a label that goes up itself
-- needs no other. So the dearest labels stay first, what is broken with them goes up, and so on until nothing is broken.
-- Then these labels go one step up, for all items of the record under them.
-- phase: lifting labels

-- name: of_records
-- What is broken in the records of one part of $parts?
-- in:  broken (record_id, low, high)
-- out: record_id, low, high
SELECT DISTINCT record_id, low, high FROM broken WHERE record_id % $parts = $part

-- name: staying
-- Which labels are in no broken set the cheaper one, in their record?
-- in:  broken (record_id, low, high)
-- out: record_id, node
SELECT DISTINCT b.record_id, b.high AS node
FROM broken AS b
ANTI JOIN broken AS l ON l.record_id = b.record_id AND l.low = b.high

-- name: going
-- Which labels go up: those that are broken with one that stays?
-- in:  broken (record_id, low, high), staying (record_id, node)
-- out: record_id, node
SELECT DISTINCT b.record_id, b.low AS node
FROM broken AS b
SEMI JOIN staying AS s ON s.record_id = b.record_id AND s.node = b.high

-- name: still_broken
-- Which sets are broken without these labels?
-- in:  broken (record_id, low, high), going (record_id, node)
-- out: record_id, low, high
SELECT b.record_id, b.low, b.high
FROM broken AS b
ANTI JOIN going AS l ON l.record_id = b.record_id AND l.node = b.low
ANTI JOIN going AS h ON h.record_id = b.record_id AND h.node = b.high

-- name: moves
-- Which label went up in which record, and when?
-- in:  going (record_id, node)
-- out: record_id, node, round
SELECT record_id, node, CAST($round AS INTEGER) AS round FROM going

-- name: left_as_they_were
-- Which labels do records still show?
-- in:  shown (record_id, node), going (record_id, node)
-- out: record_id, node
SELECT s.record_id, s.node
FROM shown AS s
ANTI JOIN going AS g ON g.record_id = s.record_id AND g.node = s.node

-- name: new_labels
-- Which labels do records show that they did not show?
-- in:  going (record_id, node), steps (node, parent), shown (record_id, node)
-- out: record_id, node
SELECT n.record_id, n.node
FROM (
  SELECT DISTINCT g.record_id, s.parent AS node
  FROM going AS g
  JOIN steps AS s ON s.node = g.node AND s.parent > 0
) AS n
ANTI JOIN shown AS o ON o.record_id = n.record_id AND o.node = n.node

-- name: touched
-- What did, or do, the records of a round show, and which of it was touched?
-- in:  shown (record_id, node), touched (record_id, node), going (record_id)
-- out: record_id, node, touched (1; 0: it stayed)
SELECT s.record_id, s.node, CASE WHEN t.node IS NULL THEN 0 ELSE 1 END AS touched
FROM shown AS s
LEFT JOIN touched AS t ON t.record_id = s.record_id AND t.node = s.node
SEMI JOIN going AS g ON g.record_id = s.record_id

-- name: supports
-- How many records (persons) show each set after a round?
-- in:  counted (a, b, c, support), changes (a, b, c, support)
-- out: a, b, c, support
SELECT s.a, s.b, s.c, CAST(sum(s.support) AS INTEGER) AS support
FROM (
  SELECT a, b, c, support FROM counted
  UNION ALL
  SELECT a, b, c, support FROM changes
) AS s
GROUP BY s.a, s.b, s.c
HAVING sum(s.support) > 0

-- name: rare_sets
-- Which sets are shown, but by fewer than $k?
-- in:  counted (a, b, c, support)
-- out: a, b, c
SELECT a, b, c FROM counted WHERE support < $k

-- name: common_sets
-- Which sets do at least $k show? Each record that shows another one changes in the next round.
-- in:  supports (a, b, c, support)
-- out: a, b, c, support
SELECT a, b, c, support FROM supports WHERE support >= $k

-- name: doubtful
-- Which sets may fewer than $k persons show? Where another record of a person shows it, nothing was lost.
-- in:  counted (a, b, c, support), lost (a, b, c, support)
-- out: a, b, c, support (as it was)
SELECT s.a, s.b, s.c, s.support
FROM counted AS s
JOIN lost AS l ON l.a = s.a AND l.b = s.b AND l.c = s.c
WHERE s.support + l.support < $k

-- name: others
-- Which sets are there besides these?
-- in:  counted (a, b, c, support), these (a, b, c)
-- out: a, b, c, support
SELECT s.a, s.b, s.c, s.support
FROM counted AS s
ANTI JOIN these AS t ON t.a = s.a AND t.b = s.b AND t.c = s.c
