-- Which items make up each drawn set, and how many are they?
-- in:  drawn (draw, item, size), draws (draw, set_id)
-- out: set_id, item, size
SELECT s.set_id, d.item, d.size
FROM drawn AS d
JOIN draws AS s ON s.draw = d.draw AND s.set_id = d.draw
