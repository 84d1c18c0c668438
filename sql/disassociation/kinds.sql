-- Which kinds of records are there? Those of a kind hold the same items; the first of them stands for all.
-- in:  signatures (record_id, items, total, squares)
-- out: items, total, squares, kind_id (a record), records
SELECT s.items, s.total, s.squares, min(s.record_id) AS kind_id, cast(count(*) AS integer) AS records
FROM signatures AS s
GROUP BY s.items, s.total, s.squares
