-- Which generators are frequent? Numbered in the order of their items.
-- in:  checked (pair_id, left_id, right_id, item, support)
-- out: gen_id, parent_id (the prefix), right_id, pair_id, item, support
SELECT
  cast(row_number() OVER (ORDER BY c.pair_id) AS integer) AS gen_id,
  c.left_id AS parent_id,
  c.right_id,
  c.pair_id,
  c.item,
  c.support
FROM checked AS c
WHERE c.support >= $k
