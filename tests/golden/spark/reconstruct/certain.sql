WITH sizes AS (
  SELECT
    i.itemset_id,
    COUNT(*) AS items,
    MAX(i.item) AS item
  FROM `itemsets` AS i
  GROUP BY
    i.itemset_id
)
SELECT
  f.itemset_id,
  SUM(f.records) AS certain
FROM (
  SELECT
    h.itemset_id,
    COUNT(*) AS records
  FROM (
    SELECT
      i.itemset_id,
      s.subrecord_id,
      COUNT(*) AS items
    FROM `itemsets` AS i
    JOIN `subrecords` AS s
      ON s.item = i.item
    GROUP BY
      i.itemset_id,
      s.subrecord_id
  ) AS h
  JOIN sizes AS z
    ON z.itemset_id = h.itemset_id AND z.items = h.items
  GROUP BY
    h.itemset_id
  UNION ALL
  SELECT
    z.itemset_id,
    COUNT(*) AS records
  FROM sizes AS z
  JOIN `terms` AS t
    ON t.item = z.item
  WHERE
    z.items = 1
  GROUP BY
    z.itemset_id
) AS f
GROUP BY
  f.itemset_id
