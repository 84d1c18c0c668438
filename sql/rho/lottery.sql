-- A pseudo-random order of the records, by a keyed hash: a seed gives the same order on every engine.
-- in:  transactions (record_id)
-- out: record_id, ticket
SELECT r.record_id, cast(row_number() OVER (ORDER BY md5(concat($seed, ':', cast(r.record_id AS text))), r.record_id) AS integer) AS ticket
FROM (SELECT DISTINCT t.record_id FROM transactions AS t) AS r
