-- Triples of labels that a record shows, as pairs are counted (sql/recoding/3_pairs). Where a triple is broken the cheapest
-- of its labels goes up, unless the one before the dearest does.
-- phase: counting triples of labels

-- name: total
-- How many triples do the records show?
-- in:  shown (record_id, node)
-- out: n
SELECT coalesce(sum(n * (n - 1) / 2 * (n - 2) / 3), 0) AS n
FROM (SELECT CAST(count(*) AS BIGINT) AS n FROM shown GROUP BY record_id) AS records

-- name: common
-- Which triples do at least $k records show? One part of $parts of them.
-- in:  shown (record_id, node)
-- out: a, b, c, support
SELECT x.node AS a, y.node AS b, z.node AS c, CAST(count(*) AS INTEGER) AS support
FROM shown AS x
JOIN shown AS y ON y.record_id = x.record_id AND y.node > x.node
JOIN shown AS z ON z.record_id = y.record_id AND z.node > y.node
WHERE y.node % $parts = $part
GROUP BY x.node, y.node, z.node
HAVING count(*) >= $k

-- name: common_of_persons
-- Which triples do records of at least $k persons show?
-- in:  shown (record_id, node), persons (record_id, person)
-- out: a, b, c, support
SELECT a, b, c, CAST(count(*) AS INTEGER) AS support
FROM (
  SELECT DISTINCT x.node AS a, y.node AS b, z.node AS c, p.person
  FROM shown AS x
  JOIN shown AS y ON y.record_id = x.record_id AND y.node > x.node
  JOIN shown AS z ON z.record_id = y.record_id AND z.node > y.node
  JOIN persons AS p ON p.record_id = x.record_id
  WHERE y.node % $parts = $part
) AS held
GROUP BY a, b, c
HAVING count(*) >= $k

-- name: first_broken
-- Which record shows which broken triple, where all that are not broken are known? One part of $parts of them.
-- in:  shown (record_id, node), prices (node, price), common (a, b, c)
-- out: record_id, low (the cheapest label), high (the next)
WITH priced AS (
  SELECT s.record_id, s.node, p.price
  FROM shown AS s
  JOIN prices AS p ON p.node = s.node
)
SELECT DISTINCT
  record_id,
  CASE WHEN pa < pb AND pa < pc THEN a WHEN pb < pc THEN b ELSE c END AS low,
  CASE WHEN (pa < pb) <> (pa < pc) THEN a WHEN (pb < pa) <> (pb < pc) THEN b ELSE c END AS high
FROM (
  SELECT
    x.record_id, x.node AS a, y.node AS b, z.node AS c, x.price AS pa, y.price AS pb, z.price AS pc
  FROM priced AS x
  JOIN priced AS y ON y.record_id = x.record_id AND y.node > x.node
  JOIN priced AS z ON z.record_id = y.record_id AND z.node > y.node
  WHERE y.node % $parts = $part
) AS o
ANTI JOIN common AS t ON t.a = o.a AND t.b = o.b AND t.c = o.c AND t.b % $parts = $part

-- name: ordered
-- Which labels of each of these triples are cheap?
-- in:  rare (a, b, c), prices (node, price)
-- out: low (the cheapest label), high (the next), top
SELECT
  low, high,
  CASE WHEN r.a NOT IN (low, high) THEN r.a WHEN r.b NOT IN (low, high) THEN r.b ELSE r.c END AS top
FROM (
  SELECT
    r.a, r.b, r.c,
    CASE
      WHEN pa.price < pb.price AND pa.price < pc.price THEN r.a
      WHEN pb.price < pc.price THEN r.b
      ELSE r.c
    END AS low,
    CASE
      WHEN (pa.price < pb.price) <> (pa.price < pc.price) THEN r.a
      WHEN (pb.price < pa.price) <> (pb.price < pc.price) THEN r.b
      ELSE r.c
    END AS high
  FROM rare AS r
  JOIN prices AS pa ON pa.node = r.a
  JOIN prices AS pb ON pb.node = r.b
  JOIN prices AS pc ON pc.node = r.c
) AS r

-- name: cheap_pairs
-- Which record shows the two cheapest labels of a triple?
-- in:  shown (record_id, node), ordered (low, high)
-- out: record_id, low, high
SELECT x.record_id, o.low, o.high
FROM (SELECT DISTINCT low, high FROM ordered) AS o
JOIN shown AS x ON x.node = o.low
JOIN shown AS y ON y.record_id = x.record_id AND y.node = o.high

-- name: broken
-- Which of them shows the third one, too?
-- in:  shown (record_id, node), ordered (low, high, top), cheap_pairs (record_id, low, high)
-- out: record_id, low, high
SELECT DISTINCT p.record_id, p.low, p.high
FROM cheap_pairs AS p
JOIN ordered AS o ON o.low = p.low AND o.high = p.high
JOIN shown AS z ON z.record_id = p.record_id AND z.node = o.top

-- name: changes
-- By how much did the support of each triple change? One part of $parts of them; of triples
-- that are lost only those count that were counted.
-- in:  before (record_id, node, touched), after (record_id, node, touched), counted (a, b, c)
-- out: a, b, c, support
SELECT a, b, c, CAST(sum(change) AS INTEGER) AS support
FROM (
  SELECT l.a, l.b, l.c, -1 AS change
  FROM (
    SELECT x.node AS a, y.node AS b, z.node AS c
    FROM before AS x
    JOIN before AS y ON y.record_id = x.record_id AND y.node > x.node
    JOIN before AS z ON z.record_id = y.record_id AND z.node > y.node
    WHERE x.touched + y.touched + z.touched > 0 AND y.node % $parts = $part
  ) AS l
  SEMI JOIN counted AS s ON s.a = l.a AND s.b = l.b AND s.c = l.c AND s.b % $parts = $part
  UNION ALL
  SELECT x.node AS a, y.node AS b, z.node AS c, 1 AS change
  FROM after AS x
  JOIN after AS y ON y.record_id = x.record_id AND y.node > x.node
  JOIN after AS z ON z.record_id = y.record_id AND z.node > y.node
  WHERE x.touched + y.touched + z.touched > 0 AND y.node % $parts = $part
) AS both_ways
GROUP BY a, b, c
HAVING sum(change) <> 0

-- name: lost
-- In how many records less is each of these sets shown, by a label that was touched? One part of $parts of them.
-- in:  before (record_id, node, touched), counted (a, b, c)
-- out: a, b, c, support (less than 0)
SELECT l.a, l.b, l.c, CAST(-count(*) AS INTEGER) AS support
FROM (
  SELECT x.node AS a, y.node AS b, z.node AS c
  FROM before AS x
  JOIN before AS y ON y.record_id = x.record_id AND y.node > x.node
  JOIN before AS z ON z.record_id = y.record_id AND z.node > y.node
  WHERE x.touched + y.touched + z.touched > 0 AND y.node % $parts = $part
) AS l
SEMI JOIN counted AS s ON s.a = l.a AND s.b = l.b AND s.c = l.c AND s.b % $parts = $part
GROUP BY l.a, l.b, l.c

-- name: new_of_persons
-- Which triples are shown that were not counted, by records of how many persons? One part of $parts of them.
-- in:  after (record_id, node, touched), counted (a, b, c), persons (record_id, person)
-- out: a, b, c, support
SELECT w.a, w.b, w.c, CAST(count(DISTINCT p.person) AS INTEGER) AS support
FROM (
  SELECT x.record_id, x.node AS a, y.node AS b, z.node AS c
  FROM after AS x
  JOIN after AS y ON y.record_id = x.record_id AND y.node > x.node
  JOIN after AS z ON z.record_id = y.record_id AND z.node > y.node
  WHERE x.touched + y.touched + z.touched > 0 AND y.node % $parts = $part
) AS w
JOIN persons AS p ON p.record_id = w.record_id
ANTI JOIN counted AS s ON s.a = w.a AND s.b = w.b AND s.c = w.c AND s.b % $parts = $part
GROUP BY w.a, w.b, w.c

-- name: corrected
-- How many persons more, or less, than was counted have a record that shows each of these triples?
-- in:  doubtful (a, b, c, support), shown (record_id, node), persons (record_id, person)
-- out: a, b, c, support
SELECT d.a, d.b, d.c, CAST(coalesce(n.persons, 0) - d.support AS INTEGER) AS support
FROM doubtful AS d
LEFT JOIN (
  SELECT o.a, o.b, o.c, count(DISTINCT p.person) AS persons
  FROM doubtful AS o
  JOIN shown AS x ON x.node = o.a
  JOIN shown AS y ON y.record_id = x.record_id AND y.node = o.b
  JOIN shown AS z ON z.record_id = x.record_id AND z.node = o.c
  JOIN persons AS p ON p.record_id = x.record_id
  GROUP BY o.a, o.b, o.c
) AS n ON n.a = d.a AND n.b = d.b AND n.c = d.c

-- name: beside
-- By how much did it change how often a sensitive item stands beside each triple (sql/recoding/5_sure)? One part of $parts of
-- them; of what is lost only what was counted, of what is new only triples that are counted.
-- in:  before (record_id, node, touched, sensitive, person), after (the same), known (a, b, c, sensitive, person),
--      counted (a, b, c)
-- out: a, b, c, sensitive, person, n
SELECT a, b, c, sensitive, person, CAST(sum(change) AS INTEGER) AS n
FROM (
  SELECT l.a, l.b, l.c, l.sensitive, l.person, -1 AS change
  FROM (
    SELECT x.node AS a, y.node AS b, z.node AS c, x.sensitive, x.person
    FROM before AS x
    JOIN before AS y ON y.record_id = x.record_id AND y.node > x.node
    JOIN before AS z ON z.record_id = y.record_id AND z.node > y.node
    WHERE x.touched + y.touched + z.touched > 0 AND y.node % $parts = $part
  ) AS l
  SEMI JOIN known AS s ON s.a = l.a AND s.b = l.b AND s.c = l.c AND s.sensitive = l.sensitive
    AND s.person = l.person AND s.b % $parts = $part
  UNION ALL
  SELECT w.a, w.b, w.c, w.sensitive, w.person, 1 AS change
  FROM (
    SELECT x.node AS a, y.node AS b, z.node AS c, x.sensitive, x.person
    FROM after AS x
    JOIN after AS y ON y.record_id = x.record_id AND y.node > x.node
    JOIN after AS z ON z.record_id = y.record_id AND z.node > y.node
    WHERE x.touched + y.touched + z.touched > 0 AND y.node % $parts = $part
  ) AS w
  SEMI JOIN counted AS s ON s.a = w.a AND s.b = w.b AND s.c = w.c AND s.b % $parts = $part
) AS both_ways
GROUP BY a, b, c, sensitive, person
HAVING sum(change) <> 0
