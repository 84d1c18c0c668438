-- How many records hold an itemset for certain: the subrecords that hold it, and for a single item one record of each
-- cluster that has it as a term?
-- in:  itemsets (itemset_id, item), subrecords (subrecord_id, item), terms (item)
-- out: itemset_id, certain
-- Terrovitis et al., section 6
WITH sizes AS (
  SELECT i.itemset_id, count(*) AS items, max(i.item) AS item
  FROM itemsets AS i
  GROUP BY i.itemset_id
)
SELECT f.itemset_id, sum(f.records) AS certain
FROM (
  SELECT h.itemset_id, count(*) AS records
  FROM (
    SELECT i.itemset_id, s.subrecord_id, count(*) AS items
    FROM itemsets AS i
    JOIN subrecords AS s ON s.item = i.item
    GROUP BY i.itemset_id, s.subrecord_id
  ) AS h
  JOIN sizes AS z ON z.itemset_id = h.itemset_id AND z.items = h.items
  GROUP BY h.itemset_id
  UNION ALL
  SELECT z.itemset_id, count(*) AS records
  FROM sizes AS z
  JOIN terms AS t ON t.item = z.item
  WHERE z.items = 1
  GROUP BY z.itemset_id
) AS f
GROUP BY f.itemset_id
