SELECT
  i.itemset_id,
  CAST(COALESCE(MAX(c.certain), 0) AS BIGINT) AS certain,
  GREATEST(COALESCE(MAX(e.expected), 0), CAST(COALESCE(MAX(c.certain), 0) AS DOUBLE)) AS expected
FROM (
  SELECT DISTINCT
    x.itemset_id
  FROM "itemsets" AS x
) AS i
LEFT JOIN "certain" AS c
  ON c.itemset_id = i.itemset_id
LEFT JOIN (
  SELECT
    h.itemset_id,
    SUM(h.expected) AS expected
  FROM "chances" AS h
  GROUP BY
    h.itemset_id
) AS e
  ON e.itemset_id = i.itemset_id
GROUP BY
  i.itemset_id
