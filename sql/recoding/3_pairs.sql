-- Pairs of labels that a record shows: how many records (persons) show each? They are counted once, those that k show are
-- kept, and what a round changes is added and taken off.
-- A broken pair is shown, by fewer than k: one of its labels has to go up in each record, the cheaper one (sql/recoding/6).
-- phase: counting pairs of labels

-- name: total
-- How many pairs do the records show?
-- in:  shown (record_id, node)
-- out: n
SELECT coalesce(sum(n * (n - 1) / 2), 0) AS n
FROM (SELECT CAST(count(*) AS BIGINT) AS n FROM shown GROUP BY record_id) AS records

-- name: common
-- Which pairs do at least $k records show? One part of $parts of them.
-- in:  shown (record_id, node)
-- out: a, b, c (0), support
SELECT x.node AS a, y.node AS b, CAST(0 AS INTEGER) AS c, CAST(count(*) AS INTEGER) AS support
FROM shown AS x
JOIN shown AS y ON y.record_id = x.record_id AND y.node > x.node
WHERE x.node % $parts = $part
GROUP BY x.node, y.node
HAVING count(*) >= $k

-- name: common_of_persons
-- Which pairs do records of at least $k persons show?
-- in:  shown (record_id, node), persons (record_id, person)
-- out: a, b, c (0), support
SELECT a, b, CAST(0 AS INTEGER) AS c, CAST(count(*) AS INTEGER) AS support
FROM (
  SELECT DISTINCT x.node AS a, y.node AS b, p.person
  FROM shown AS x
  JOIN shown AS y ON y.record_id = x.record_id AND y.node > x.node
  JOIN persons AS p ON p.record_id = x.record_id
  WHERE x.node % $parts = $part
) AS held
GROUP BY a, b
HAVING count(*) >= $k

-- name: first_broken
-- Which record shows which broken pair, where all that are not broken are known? One part of $parts of the records.
-- in:  shown (record_id, node), prices (node, price), common (a, b)
-- out: record_id, low (the cheaper label), high
WITH priced AS (
  SELECT s.record_id, s.node, p.price
  FROM shown AS s
  JOIN prices AS p ON p.node = s.node
  WHERE s.record_id % $parts = $part
)
SELECT o.record_id, o.low, o.high
FROM (
  SELECT x.record_id, x.node AS low, y.node AS high, least(x.node, y.node) AS a, greatest(x.node, y.node) AS b
  FROM priced AS x
  JOIN priced AS y ON y.record_id = x.record_id AND y.price > x.price
) AS o
ANTI JOIN common AS c ON c.a = o.a AND c.b = o.b

-- name: broken
-- Which record shows which of these pairs?
-- in:  shown (record_id, node), prices (node, price), rare (a, b)
-- out: record_id, low (the cheaper label), high
WITH ordered AS (
  SELECT
    CASE WHEN pa.price < pb.price THEN r.a ELSE r.b END AS low,
    CASE WHEN pa.price < pb.price THEN r.b ELSE r.a END AS high
  FROM rare AS r
  JOIN prices AS pa ON pa.node = r.a
  JOIN prices AS pb ON pb.node = r.b
)
SELECT x.record_id, o.low, o.high
FROM ordered AS o
JOIN shown AS x ON x.node = o.low
JOIN shown AS y ON y.record_id = x.record_id AND y.node = o.high

-- name: changes
-- By how much did the support of each pair change? One part of $parts of them; of pairs
-- that are lost only those count that were counted.
-- in:  before (record_id, node, touched), after (record_id, node, touched), counted (a, b)
-- out: a, b, c (0), support
SELECT a, b, CAST(0 AS INTEGER) AS c, CAST(sum(change) AS INTEGER) AS support
FROM (
  SELECT l.a, l.b, -1 AS change
  FROM (
    SELECT x.node AS a, y.node AS b
    FROM before AS x
    JOIN before AS y ON y.record_id = x.record_id AND y.node > x.node
    WHERE x.touched + y.touched > 0 AND x.node % $parts = $part
  ) AS l
  SEMI JOIN counted AS s ON s.a = l.a AND s.b = l.b AND s.a % $parts = $part
  UNION ALL
  SELECT x.node AS a, y.node AS b, 1 AS change
  FROM after AS x
  JOIN after AS y ON y.record_id = x.record_id AND y.node > x.node
  WHERE x.touched + y.touched > 0 AND x.node % $parts = $part
) AS both_ways
GROUP BY a, b
HAVING sum(change) <> 0

-- name: lost
-- In how many records less is each of these sets shown, by a label that was touched? One part of $parts of them.
-- in:  before (record_id, node, touched), counted (a, b)
-- out: a, b, c (0), support (less than 0)
SELECT l.a, l.b, CAST(0 AS INTEGER) AS c, CAST(-count(*) AS INTEGER) AS support
FROM (
  SELECT x.node AS a, y.node AS b
  FROM before AS x
  JOIN before AS y ON y.record_id = x.record_id AND y.node > x.node
  WHERE x.touched + y.touched > 0 AND x.node % $parts = $part
) AS l
SEMI JOIN counted AS s ON s.a = l.a AND s.b = l.b AND s.a % $parts = $part
GROUP BY l.a, l.b

-- name: new_of_persons
-- Which pairs are shown that were not counted, by records of how many persons? One part of $parts of them.
-- in:  after (record_id, node, touched), counted (a, b), persons (record_id, person)
-- out: a, b, c (0), support
SELECT w.a, w.b, CAST(0 AS INTEGER) AS c, CAST(count(DISTINCT p.person) AS INTEGER) AS support
FROM (
  SELECT x.record_id, x.node AS a, y.node AS b
  FROM after AS x
  JOIN after AS y ON y.record_id = x.record_id AND y.node > x.node
  WHERE x.touched + y.touched > 0 AND x.node % $parts = $part
) AS w
JOIN persons AS p ON p.record_id = w.record_id
ANTI JOIN counted AS s ON s.a = w.a AND s.b = w.b AND s.a % $parts = $part
GROUP BY w.a, w.b

-- name: corrected
-- How many persons more, or less, than was counted have a record that shows each of these pairs?
-- in:  doubtful (a, b, c, support), shown (record_id, node), persons (record_id, person)
-- out: a, b, c (0), support
SELECT d.a, d.b, d.c, CAST(coalesce(n.persons, 0) - d.support AS INTEGER) AS support
FROM doubtful AS d
LEFT JOIN (
  SELECT o.a, o.b, count(DISTINCT p.person) AS persons
  FROM doubtful AS o
  JOIN shown AS x ON x.node = o.a
  JOIN shown AS y ON y.record_id = x.record_id AND y.node = o.b
  JOIN persons AS p ON p.record_id = x.record_id
  GROUP BY o.a, o.b
) AS n ON n.a = d.a AND n.b = d.b

-- name: beside
-- By how much did it change how often a sensitive item stands beside each pair (sql/recoding/5_sure)? One part of $parts of
-- them; of what is lost only what was counted, of what is new only pairs that are counted.
-- in:  before (record_id, node, touched, sensitive, person), after (the same), known (a, b, sensitive, person), counted (a, b)
-- out: a, b, c (0), sensitive, person, n
SELECT a, b, CAST(0 AS INTEGER) AS c, sensitive, person, CAST(sum(change) AS INTEGER) AS n
FROM (
  SELECT l.a, l.b, l.sensitive, l.person, -1 AS change
  FROM (
    SELECT x.node AS a, y.node AS b, x.sensitive, x.person
    FROM before AS x
    JOIN before AS y ON y.record_id = x.record_id AND y.node > x.node
    WHERE x.touched + y.touched > 0 AND x.node % $parts = $part
  ) AS l
  SEMI JOIN known AS s ON s.a = l.a AND s.b = l.b AND s.sensitive = l.sensitive AND s.person = l.person
    AND s.a % $parts = $part
  UNION ALL
  SELECT w.a, w.b, w.sensitive, w.person, 1 AS change
  FROM (
    SELECT x.node AS a, y.node AS b, x.sensitive, x.person
    FROM after AS x
    JOIN after AS y ON y.record_id = x.record_id AND y.node > x.node
    WHERE x.touched + y.touched > 0 AND x.node % $parts = $part
  ) AS w
  SEMI JOIN counted AS s ON s.a = w.a AND s.b = w.b AND s.a % $parts = $part
) AS both_ways
GROUP BY a, b, sensitive, person
HAVING sum(change) <> 0
