-- The limits of items.
-- in:  limits (item, part, whole)
-- out: item, part, whole
SELECT l.item, l.part, l.whole
FROM limits AS l
