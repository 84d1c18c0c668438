-- Which items does at least one person want hidden?
-- in:  wishes (item)
-- out: item
SELECT DISTINCT w.item
FROM wishes AS w
