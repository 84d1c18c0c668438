-- Keep at most so many items of each record, by lot.
-- 1. How many records have more? 2. Where some do: draw, by a keyed hash. Then the items are counted and numbered again (see
-- the step dataset).
-- Reads transactions (record_id, item); makes drawn (record_id, item).

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
