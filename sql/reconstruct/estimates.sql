-- What is known about the support of each itemset?
-- in:  itemsets (itemset_id), certain (itemset_id, certain), chances (itemset_id, expected)
-- out: itemset_id, certain, expected (never under what is certain)
SELECT
  i.itemset_id,
  cast(coalesce(max(c.certain), 0) AS bigint) AS certain,
  greatest(coalesce(max(e.expected), 0), cast(coalesce(max(c.certain), 0) AS double)) AS expected
FROM (SELECT DISTINCT x.itemset_id FROM itemsets AS x) AS i
LEFT JOIN certain AS c ON c.itemset_id = i.itemset_id
LEFT JOIN (SELECT h.itemset_id, sum(h.expected) AS expected FROM chances AS h GROUP BY h.itemset_id) AS e
  ON e.itemset_id = i.itemset_id
GROUP BY i.itemset_id
