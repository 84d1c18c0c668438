-- name: generators
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY c.left_id NULLS LAST, c.right_id NULLS LAST) AS INT) AS gen_id,
  c.left_id AS parent_id,
  c.right_id AS item,
  c.support
FROM `counted` AS c
JOIN `generators` AS a
  ON a.gen_id = c.left_id
JOIN `generators` AS b
  ON b.gen_id = c.right_id
WHERE
  c.support >= 11 AND c.support < a.support AND c.support < b.support
