-- Hold a share of the records, or of the persons, out: the control group of an attack.
-- 1. The units: persons, or records. 2. Their lots, by a keyed hash; the first ones are held out. 3. Either part.
-- Reads record_ids or transactions (record_id, …), persons (record_id, person); makes members (record_id, new_id).
-- phase: holding a control group out

-- name: records
-- The units where each record is by itself.
-- in:  rows (record_id)
-- out: record_id, unit
SELECT DISTINCT r.record_id, r.record_id AS unit FROM rows AS r

-- name: units
-- How many units are there?
-- in:  units (record_id, unit)
-- out: n
SELECT count(DISTINCT u.unit) AS n FROM units AS u

-- name: lots
-- The lot of the unit of each record, in an order that only the $key knows: the same on every engine.
-- in:  units (record_id, unit)
-- out: record_id, rank
SELECT u.record_id, d.rank
FROM units AS u
JOIN (
  SELECT o.unit, row_number() OVER (ORDER BY md5(concat($key, ':', cast(o.unit AS text))), o.unit) AS rank
  FROM (SELECT DISTINCT n.unit FROM units AS n) AS o
) AS d ON d.unit = u.unit

-- name: members
-- The records that are not held out, numbered anew.
-- in:  lots (record_id, rank)
-- out: record_id, new_id (from 1)
SELECT l.record_id, cast(row_number() OVER (ORDER BY l.record_id) AS integer) AS new_id
FROM lots AS l
WHERE l.rank > $most

-- name: held_out
-- The records that are held out.
-- in:  lots (record_id, rank)
-- out: record_id
SELECT l.record_id FROM lots AS l WHERE l.rank <= $most
