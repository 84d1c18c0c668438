SELECT
  ROW_NUMBER() OVER (ORDER BY e.support DESC, e.set_id, e.item) + 11 - 1 AS set_id,
  e.set_id AS parent_id,
  e.item,
  CONCAT(f.itemset, ' ', CAST(e.item AS TEXT)) AS itemset,
  f.size + 1 AS size,
  e.support
FROM "extensions" AS e
JOIN "found" AS f
  ON f.set_id = e.set_id
ANTI JOIN "barred" AS b
  ON b.set_id = e.set_id AND b.item = e.item
