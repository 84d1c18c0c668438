-- Where does each frequent item occur? A set of one item has the number of its item, and grew from set 0, the empty one.
-- in:  distinct_records (distinct_id, draw, record_id, original, released), rows (draw, record_id, item), frequent (item)
-- out: distinct_id, set_id, parent_id, last (the last item of the set), original, released
SELECT d.distinct_id, r.item AS set_id, 0 AS parent_id, r.item AS last, d.original, d.released
FROM distinct_records AS d
JOIN rows AS r ON r.draw = d.draw AND r.record_id = d.record_id
SEMI JOIN frequent AS f ON f.item = r.item
