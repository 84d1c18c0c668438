-- Estimates of supports, one row an itemset.
-- in:  itemsets (itemset_id, item: label), estimates (itemset_id, certain, expected)
-- out: itemset_id, items (a list of labels in order), size, certain, expected
-- only: duckdb, because the order inside of a list of labels is written in different ways elsewhere
SELECT
  i.itemset_id,
  list(i.item ORDER BY i.item) AS items,
  count(*) AS size,
  max(e.certain) AS certain,
  max(e.expected) AS expected
FROM itemsets AS i
JOIN estimates AS e ON e.itemset_id = i.itemset_id
GROUP BY i.itemset_id
ORDER BY i.itemset_id
