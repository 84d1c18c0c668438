-- Keep at most so many items of each record, or records of each person, by lot.
-- 1. How many records have more? 2. Where some do: draw, by a keyed hash. Then the items are counted and numbered again (see
-- the step dataset). 3. The same with persons and their records (the step sample has the rows of these).
-- Reads transactions (record_id, item), persons (record_id, person); makes drawn (record_id, item), or (record_id, new_id).
-- phase: leaving out items of long records, or records of persons with many

-- name: longer_records
-- How many records have more than $most items?
-- in:  transactions (record_id, item)
-- out: n
SELECT count(*) AS n
FROM (SELECT t.record_id FROM transactions AS t GROUP BY t.record_id HAVING count(*) > $most) AS longer

-- name: drawn_rows
-- At most $most items of each record, in an order that only the $key knows: the same on every engine.
-- in:  transactions (record_id, item)
-- out: record_id, item
SELECT d.record_id, d.item
FROM (
  SELECT
    t.record_id,
    t.item,
    row_number() OVER (
      PARTITION BY t.record_id
      ORDER BY md5(concat($key, ':', cast(t.record_id AS text), ':', cast(t.item AS text))), t.item
    ) AS rank
  FROM transactions AS t
) AS d
WHERE d.rank <= $most

-- name: persons_of_more_records
-- How many persons have more than $most records?
-- in:  persons (record_id, person)
-- out: n
SELECT count(*) AS n
FROM (SELECT p.person FROM persons AS p GROUP BY p.person HAVING count(*) > $most) AS more

-- name: drawn_records
-- At most $most records of each person, in an order that only the $key knows: the same on every engine.
-- in:  persons (record_id, person)
-- out: record_id, new_id (from 1)
SELECT d.record_id, cast(row_number() OVER (ORDER BY d.record_id) AS integer) AS new_id
FROM (
  SELECT
    p.record_id,
    row_number() OVER (
      PARTITION BY p.person
      ORDER BY md5(concat($key, ':', cast(p.record_id AS text))), p.record_id
    ) AS rank
  FROM persons AS p
) AS d
WHERE d.rank <= $most
