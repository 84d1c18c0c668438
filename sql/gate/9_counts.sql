-- The gate of tables of counts: does a count from 1 to k - 1 follow by subtracting one count from another, or from a total and
-- its parts?
-- 1. Each cell once: up to three columns of groups ('' for a total), up to three labels in order, those that lack first. 2. What
-- lies around a set, and around a group: fewer labels or those over them, and totals. 3. Shown counts less those of the cells in
-- them, and totals less their parts, each by itself.
-- Source: no paper.
-- phase: subtracting counts

-- name: lines
-- The lines of a table. A count that is blank, or $hidden, is not shown; a group that is blank, or $total, is a total.
-- in:  source (one, two, three, a, b, c, n)
-- out: one, two, three, a, b, c ('' where there is none), n (missing: it is not shown)
SELECT
  CASE WHEN letters(s.one) > 0 AND cast(s.one AS VARCHAR) <> $total THEN cast(s.one AS VARCHAR) ELSE '' END AS one,
  CASE WHEN letters(s.two) > 0 AND cast(s.two AS VARCHAR) <> $total THEN cast(s.two AS VARCHAR) ELSE '' END AS two,
  CASE WHEN letters(s.three) > 0 AND cast(s.three AS VARCHAR) <> $total THEN cast(s.three AS VARCHAR) ELSE '' END AS three,
  CASE WHEN letters(s.a) > 0 THEN cast(s.a AS VARCHAR) ELSE '' END AS a,
  CASE WHEN letters(s.b) > 0 THEN cast(s.b AS VARCHAR) ELSE '' END AS b,
  CASE WHEN letters(s.c) > 0 THEN cast(s.c AS VARCHAR) ELSE '' END AS c,
  cast(CASE WHEN letters(s.n) > 0 AND cast(s.n AS VARCHAR) <> $hidden THEN s.n END AS DOUBLE) AS n
FROM source AS s

-- name: in_order
-- The same with the labels of each line in order.
-- in:  lines (one, two, three, a, b, c, n)
-- out: one, two, three, a, b, c, n
SELECT
  l.one,
  l.two,
  l.three,
  least(least(l.a, l.b), l.c) AS a,
  greatest(least(l.a, l.b), least(greatest(l.a, l.b), l.c)) AS b,
  greatest(greatest(l.a, l.b), l.c) AS c,
  l.n
FROM lines AS l

-- name: cells
-- Each cell once: a label that a line has twice counts once. $step: counts are rounded down to multiples of it.
-- in:  in_order (one, two, three, a, b, c, n)
-- out: one, two, three, a, b, c, low, high (missing: it is not shown), several (how many counts it shows)
SELECT
  o.one,
  o.two,
  o.three,
  o.a,
  o.b,
  o.c,
  max(o.n) AS low,
  max(o.n) + $step - 1 AS high,
  count(DISTINCT o.n) AS several
FROM (
  SELECT
    d.one,
    d.two,
    d.three,
    CASE WHEN d.a = d.b OR d.b = d.c THEN '' ELSE d.a END AS a,
    CASE WHEN d.b = d.c AND d.a = d.b THEN '' WHEN d.b = d.c THEN d.a ELSE d.b END AS b,
    d.c,
    d.n
  FROM in_order AS d
) AS o
GROUP BY o.one, o.two, o.three, o.a, o.b, o.c

-- name: labels
-- The labels of each set, and none ('').
-- in:  cells (a, b, c)
-- out: a, b, c, label
SELECT DISTINCT c.a, c.b, c.c, CASE WHEN i.at = 1 THEN c.a WHEN i.at = 2 THEN c.b WHEN i.at = 3 THEN c.c ELSE '' END AS label
FROM cells AS c
CROSS JOIN (SELECT 0 AS at UNION ALL SELECT 1 AS at UNION ALL SELECT 2 AS at UNION ALL SELECT 3 AS at) AS i

-- name: edges
-- Which labels stand right over which?
-- in:  tree (child, parent)
-- out: label, upper
SELECT DISTINCT cast(t.child AS VARCHAR) AS label, cast(t.parent AS VARCHAR) AS upper
FROM tree AS t
WHERE letters(t.child) > 0 AND letters(t.parent) > 0

-- name: paths
-- The paths from the labels of each set up, seven steps at the most.
-- in:  labels (a, b, c, label), edges (label, upper)
-- out: a, b, c, label, first, second, third, fourth, fifth, sixth, seventh (missing where there is none)
SELECT
  l.a,
  l.b,
  l.c,
  l.label,
  p.upper AS first,
  q.upper AS second,
  r.upper AS third,
  s.upper AS fourth,
  t.upper AS fifth,
  u.upper AS sixth,
  v.upper AS seventh
FROM labels AS l
LEFT JOIN edges AS p ON p.label = l.label
LEFT JOIN edges AS q ON q.label = p.upper
LEFT JOIN edges AS r ON r.label = q.upper
LEFT JOIN edges AS s ON s.label = r.upper
LEFT JOIN edges AS t ON t.label = s.upper
LEFT JOIN edges AS u ON u.label = t.upper
LEFT JOIN edges AS v ON v.label = u.upper

-- name: labels_above
-- The labels of each set, those over them, and none.
-- in:  paths (a, b, c, label, first, second, third, fourth, fifth, sixth)
-- out: a, b, c, label
SELECT DISTINCT w.a, w.b, w.c, w.label
FROM (
  SELECT
    x.a,
    x.b,
    x.c,
    CASE
      WHEN i.at = 0 THEN x.label
      WHEN i.at = 1 THEN x.first
      WHEN i.at = 2 THEN x.second
      WHEN i.at = 3 THEN x.third
      WHEN i.at = 4 THEN x.fourth
      WHEN i.at = 5 THEN x.fifth
      ELSE x.sixth
    END AS label
  FROM paths AS x
  CROSS JOIN (
    SELECT 0 AS at UNION ALL SELECT 1 AS at UNION ALL SELECT 2 AS at UNION ALL SELECT 3 AS at UNION ALL SELECT 4 AS at
    UNION ALL SELECT 5 AS at UNION ALL SELECT 6 AS at
  ) AS i
) AS w
WHERE w.label IS NOT NULL

-- name: wider_sets
-- Which sets lie around each one? None, one, two or three of its labels and those over them; itself, too.
-- in:  labels (a, b, c, label)
-- out: a, b, c, wide_a, wide_b, wide_c
SELECT x.a, x.b, x.c, x.label AS wide_a, y.label AS wide_b, z.label AS wide_c
FROM labels AS x
JOIN labels AS y ON y.a = x.a AND y.b = x.b AND y.c = x.c AND (x.label = '' OR y.label > x.label)
JOIN labels AS z ON z.a = x.a AND z.b = x.b AND z.c = x.c AND (y.label = '' OR z.label > y.label)

-- name: wider_groups
-- Which groups lie around each one? In each column its own value or the total; itself, too.
-- in:  cells (one, two, three)
-- out: one, two, three, wide_one, wide_two, wide_three
SELECT DISTINCT
  c.one,
  c.two,
  c.three,
  CASE WHEN i.own = 1 THEN c.one ELSE '' END AS wide_one,
  CASE WHEN j.own = 1 THEN c.two ELSE '' END AS wide_two,
  CASE WHEN l.own = 1 THEN c.three ELSE '' END AS wide_three
FROM cells AS c
CROSS JOIN (SELECT 0 AS own UNION ALL SELECT 1 AS own) AS i
CROSS JOIN (SELECT 0 AS own UNION ALL SELECT 1 AS own) AS j
CROSS JOIN (SELECT 0 AS own UNION ALL SELECT 1 AS own) AS l

-- name: differences
-- Of how many cells is the count that is shown a few more than that of one in it, or less?
-- in:  cells (one, two, three, a, b, c, low, high), wider_sets (a, b, c, wide_a, wide_b, wide_c),
--      wider_groups (one, two, three, wide_one, wide_two, wide_three)
-- out: few, faults
SELECT
  count(CASE WHEN w.low - n.high >= 1 AND w.high - n.low < $k THEN 1 END) AS few,
  count(CASE WHEN w.high < n.low THEN 1 END) AS faults
FROM cells AS n
JOIN wider_sets AS s ON s.a = n.a AND s.b = n.b AND s.c = n.c
JOIN wider_groups AS g ON g.one = n.one AND g.two = n.two AND g.three = n.three
JOIN cells AS w
  ON w.one = g.wide_one AND w.two = g.wide_two AND w.three = g.wide_three
  AND w.a = s.wide_a AND w.b = s.wide_b AND w.c = s.wide_c
WHERE
  NOT (w.one = n.one AND w.two = n.two AND w.three = n.three AND w.a = n.a AND w.b = n.b AND w.c = n.c)

-- name: parts
-- What do the parts of each total that are shown add up to? Of the columns that $one, $two, $three name; of none ('') of others.
-- in:  cells (one, two, three, a, b, c, low, high)
-- out: place, one, two, three, a, b, c (the total), low, high
SELECT q.place, q.one, q.two, q.three, q.a, q.b, q.c, sum(q.low) AS low, sum(q.high) AS high
FROM (
  SELECT
    i.place,
    CASE WHEN i.place = 1 THEN '' ELSE p.one END AS one,
    CASE WHEN i.place = 2 THEN '' ELSE p.two END AS two,
    CASE WHEN i.place = 3 THEN '' ELSE p.three END AS three,
    p.a,
    p.b,
    p.c,
    p.low,
    p.high
  FROM cells AS p
  CROSS JOIN (SELECT 1 AS place UNION ALL SELECT 2 AS place UNION ALL SELECT 3 AS place) AS i
  WHERE
    (i.place = 1 AND $one <> '' AND p.one <> '')
    OR (i.place = 2 AND $two <> '' AND p.two <> '')
    OR (i.place = 3 AND $three <> '' AND p.three <> '')
) AS q
GROUP BY q.place, q.one, q.two, q.three, q.a, q.b, q.c

-- name: remainders
-- Of how many totals is a few left without the parts that are shown, or less than nothing?
-- in:  cells (one, two, three, a, b, c, low, high), parts (one, two, three, a, b, c, low, high)
-- out: few, faults
SELECT
  count(CASE WHEN t.low - p.high >= 1 AND t.high - p.low < $k THEN 1 END) AS few,
  count(CASE WHEN t.high < p.low THEN 1 END) AS faults
FROM cells AS t
JOIN parts AS p
  ON p.one = t.one AND p.two = t.two AND p.three = t.three AND p.a = t.a AND p.b = t.b AND p.c = t.c

-- name: shown
-- How many cells are small themselves, and how many have several counts?
-- in:  cells (low, high, several)
-- out: few, faults
SELECT
  count(CASE WHEN c.low >= 1 AND c.high < $k THEN 1 END) AS few,
  count(CASE WHEN c.several > 1 THEN 1 END) AS faults
FROM cells AS c

-- name: readable
-- How many lines have a count that is none?
-- in:  lines (n)
-- out: few (0), faults
SELECT 0 AS few, count(CASE WHEN l.n < 0 OR l.n <> floor(l.n) THEN 1 END) AS faults FROM lines AS l

-- name: too_far
-- How many paths go on beyond the labels that are looked at?
-- in:  paths (seventh)
-- out: few (0), faults
SELECT 0 AS few, count(p.seventh) AS faults FROM paths AS p

-- name: found
-- Of one of these: what follows, and what keeps the gate from counting.
-- in:  answer (few, negative)
-- out: finding, counts
SELECT f.finding, f.counts
FROM (
  SELECT
    CASE WHEN i.is_fault = 1 THEN $fault ELSE $kind END AS finding,
    CASE WHEN i.is_fault = 1 THEN w.faults ELSE w.few END AS counts
  FROM answer AS w
  CROSS JOIN (SELECT 0 AS is_fault UNION ALL SELECT 1 AS is_fault) AS i
) AS f
WHERE f.counts > 0
