-- How many units hold each key, where each of them counts for at most so many keys, by lot? And how many hold more?
-- Whose keys are left out depends on the unit's own name, on the names of its keys and on a secret: with one unit more or
-- less no other one counts for another key.
-- Reads held (unit, key), names (unit, name), keys (key, name), secret (value).
-- phase: counting what each record or person counts for

-- name: sizes
-- How many keys does each unit hold?
-- in:  held (unit, key)
-- out: unit, n
SELECT h.unit, count(*) AS n
FROM held AS h
GROUP BY h.unit

-- name: over_most
-- How many units hold more keys than they may count for?
-- in:  sizes (n)
-- out: n
SELECT count(*) AS n
FROM sizes AS s
WHERE s.n > $most

-- name: drawn
-- Of units with more keys: the keys for which they count, in an order that only the secret knows. It is no part of the
-- statement: those are shown, and servers keep them.
-- in:  held (unit, key), sizes (unit, n), names (unit, name), keys (key, name), secret (value)
-- out: unit, key
SELECT d.unit, d.key
FROM (
  SELECT
    h.unit,
    h.key,
    row_number() OVER (
      PARTITION BY h.unit ORDER BY md5(concat(x.value, ':', u.name, ':', k.name)), k.name
    ) AS rank
  FROM held AS h
  JOIN sizes AS s ON s.unit = h.unit
  JOIN names AS u ON u.unit = h.unit
  JOIN keys AS k ON k.key = h.key
  CROSS JOIN secret AS x
  WHERE s.n > $most
) AS d
WHERE d.rank <= $most

-- name: limited
-- For which keys does each unit count? All of its own where they are few, else those drawn.
-- in:  held (unit, key), sizes (unit, n), drawn (unit, key)
-- out: unit, key
SELECT h.unit, h.key
FROM held AS h
JOIN sizes AS s ON s.unit = h.unit
WHERE s.n <= $most
UNION ALL
SELECT d.unit, d.key
FROM drawn AS d

-- name: counts
-- How many units count for each key?
-- in:  limited (key)
-- out: key, n
SELECT c.key, count(*) AS n
FROM limited AS c
GROUP BY c.key

-- name: names
-- What is each key that is published called?
-- in:  keys (key, name), published (key)
-- out: key, name
SELECT k.key, k.name
FROM keys AS k
JOIN published AS p ON p.key = k.key
