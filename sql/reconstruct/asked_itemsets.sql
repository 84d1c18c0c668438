-- Itemsets that stand in a file, with the labels of their items.
-- in:  transactions (record_id, item), items (item, label)
-- out: itemset_id, item (label)
SELECT t.record_id AS itemset_id, i.label AS item
FROM transactions AS t
JOIN items AS i ON i.item = t.item
