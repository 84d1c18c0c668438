-- The items of itemsets that are written as item numbers.
-- in:  top (itemset, size, support), labels (item, label)
-- out: itemset_id (from 1, the most frequent first), item (label)
-- only: duckdb, because it alone splits a text into rows
SELECT n.itemset_id, l.label AS item
FROM (
  SELECT u.itemset_id, CAST(unnest(string_split(u.itemset, ' ')) AS bigint) AS item
  FROM (SELECT row_number() OVER (ORDER BY t.support DESC, t.size, t.itemset) AS itemset_id, t.itemset FROM top AS t) AS u
) AS n
JOIN labels AS l ON l.item = n.item
