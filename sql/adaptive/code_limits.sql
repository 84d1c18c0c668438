-- The limits of the codes that are sensitive.
-- in:  codes (code, node), limits (item, part, whole)
-- out: item (the code), part, whole
SELECT c.code AS item, l.part, l.whole
FROM codes AS c
JOIN limits AS l ON l.item = c.node
