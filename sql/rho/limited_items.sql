-- The items that have a limit.
-- in:  limits (item)
-- out: item
SELECT l.item
FROM limits AS l
