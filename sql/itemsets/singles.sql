-- Which single items are frequent? Each is a set, numbered.
-- in:  transactions (record_id, item)
-- out: set_id, parent_id, item (the last of the set), itemset (its items as text, in order), size, support
SELECT
  row_number() OVER (ORDER BY count(*) DESC, t.item) AS set_id,
  cast(0 AS bigint) AS parent_id,
  t.item,
  cast(t.item AS text) AS itemset,
  1 AS size,
  count(*) AS support
FROM transactions AS t
GROUP BY t.item
