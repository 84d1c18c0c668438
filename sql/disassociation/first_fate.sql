-- The first group, as groups that split off are told.
-- in:  the size, $records
-- out: part_id, size
SELECT cast(0 AS integer) AS part_id, cast($records AS integer) AS size
