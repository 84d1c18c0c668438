-- Where does each larger set occur?
-- in:  occurrences (distinct_id, set_id, parent_id, last, original, released) of the smaller ones,
--      larger (set_id, parent_id, item)
-- out: distinct_id, set_id, parent_id, last, original, released
SELECT o.distinct_id, l.set_id, o.set_id AS parent_id, p.last, o.original, o.released
FROM occurrences AS o
JOIN occurrences AS p ON p.distinct_id = o.distinct_id AND p.parent_id = o.parent_id AND p.last > o.last
JOIN larger AS l ON l.parent_id = o.set_id AND l.item = p.last
