-- Which items of the data does the constraint make sensitive for everybody?
-- in:  named (label), items (item, label)
-- out: item
SELECT DISTINCT i.item
FROM named AS n
JOIN items AS i ON i.label = n.label
