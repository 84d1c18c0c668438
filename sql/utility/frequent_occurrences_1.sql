-- Where does each frequent item occur?
-- in:  rows_left (record_id, item), frequent (set_id, item)
-- out: record_id, set_id, last
SELECT r.record_id, f.set_id, r.item AS last
FROM rows_left AS r
JOIN frequent AS f ON f.item = r.item
