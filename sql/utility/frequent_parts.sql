-- The frequent items of each record, as text.
-- in:  rows (draw, record_id, item), frequent (item)
-- out: draw, record_id, items
SELECT r.draw, r.record_id, string_agg(cast(r.item AS text), ',' ORDER BY r.item) AS items
FROM rows AS r
SEMI JOIN frequent AS f ON f.item = r.item
GROUP BY r.draw, r.record_id
