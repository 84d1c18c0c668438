SELECT
  i.itemset_id,
  ARRAY_AGG(i.item ORDER BY i.item) AS items,
  COUNT(*) AS size,
  MAX(e.certain) AS certain,
  MAX(e.expected) AS expected
FROM "itemsets" AS i
JOIN "estimates" AS e
  ON e.itemset_id = i.itemset_id
GROUP BY
  i.itemset_id
ORDER BY
  i.itemset_id
