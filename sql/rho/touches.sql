-- Which rules would, by what they suppress, change the records that hold all of a later rule?
-- in:  picks (place, record_id, item), covers (place, record_id), chosen_items (place, item)
-- out: earlier, later
SELECT DISTINCT p.place AS earlier, v.place AS later
FROM picks AS p
JOIN covers AS v ON v.record_id = p.record_id AND v.place > p.place
JOIN chosen_items AS i ON i.place = v.place AND i.item = p.item
ORDER BY v.place
