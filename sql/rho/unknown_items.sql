-- How many items does the constraint name, and how many of them are not in the data?
-- in:  named (label), items (item, label)
-- out: named, unknown
SELECT count(*) AS named, count(*) FILTER (WHERE i.item IS NULL) AS unknown
FROM (SELECT DISTINCT n.label FROM named AS n) AS p
LEFT JOIN items AS i ON i.label = p.label
