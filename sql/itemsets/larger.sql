-- The sets of the next size, numbered from $first.
-- in:  extensions (set_id, item, support), barred (set_id, item), found (set_id, itemset, size)
-- out: set_id, parent_id, item, itemset, size, support
SELECT
  row_number() OVER (ORDER BY e.support DESC, e.set_id, e.item) + $first - 1 AS set_id,
  e.set_id AS parent_id,
  e.item,
  concat(f.itemset, ' ', cast(e.item AS text)) AS itemset,
  f.size + 1 AS size,
  e.support
FROM extensions AS e
JOIN found AS f ON f.set_id = e.set_id
ANTI JOIN barred AS b ON b.set_id = e.set_id AND b.item = e.item
