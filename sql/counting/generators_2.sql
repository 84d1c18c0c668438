-- Which pairs are frequent generators? Numbered in the order of their items.
-- in:  counted (left_id, right_id, support), generators (gen_id, support) of size 1
-- out: gen_id, parent_id (the first item), item, support
SELECT
  cast(row_number() OVER (ORDER BY c.left_id, c.right_id) AS integer) AS gen_id,
  c.left_id AS parent_id,
  c.right_id AS item,
  c.support
FROM counted AS c
JOIN generators AS a ON a.gen_id = c.left_id
JOIN generators AS b ON b.gen_id = c.right_id
WHERE c.support >= $k AND c.support < a.support AND c.support < b.support
