-- How many items does the constraint name, and how many of them are not in the data?
-- in:  named (label), items (item, label)
-- out: named, unknown
SELECT count(DISTINCT n.label) AS named, count(DISTINCT n.label) FILTER (WHERE i.item IS NULL) AS unknown
FROM named AS n
LEFT JOIN items AS i ON i.label = n.label
