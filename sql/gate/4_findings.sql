-- What the gates of km and rho show: no row, or one for each number of known items.
-- 1. Threats of each size; records that hold one. 2. Added up: a record counts from the first size on that it is at risk
-- with. Nothing but counts comes out: such rows are stored and sampled by the tools that run a gate.
-- phase: collecting the findings

-- name: sizes
-- How many threats have so many items?
-- in:  threats
-- out: known_items, minimal_threats
SELECT $known_items AS known_items, count(*) AS minimal_threats
FROM threats AS t

-- name: at_risk
-- Which records hold one of them?
-- in:  records (record_id)
-- out: record_id, known_items
SELECT r.record_id, $known_items AS known_items
FROM records AS r

-- name: findings
-- The result: where there is a threat of any size, how many there are of each, and how many records hold one of at most
-- that size.
-- in:  sizes (known_items, minimal_threats), at_risk (record_id, known_items)
-- out: known_items, minimal_threats, records_at_risk
SELECT f.known_items, f.minimal_threats, cast(f.records_at_risk AS bigint) AS records_at_risk
FROM (
  SELECT c.known_items, c.minimal_threats, c.records_at_risk, sum(c.minimal_threats) OVER () AS all_threats
  FROM (
    SELECT
      s.known_items,
      s.minimal_threats,
      sum(CASE WHEN r.known_items <= s.known_items THEN r.records ELSE 0 END) AS records_at_risk
    FROM (SELECT z.known_items, z.minimal_threats, 1 AS every FROM sizes AS z) AS s
    LEFT JOIN (
      SELECT p.known_items, 1 AS every, count(*) AS records
      FROM (SELECT x.record_id, min(x.known_items) AS known_items FROM at_risk AS x GROUP BY x.record_id) AS p
      GROUP BY p.known_items
    ) AS r ON r.every = s.every
    GROUP BY s.known_items, s.minimal_threats
  ) AS c
) AS f
WHERE f.all_threats > 0
