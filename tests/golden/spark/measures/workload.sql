-- name: answers
SELECT
  t.query_id,
  t.support,
  CAST(COALESCE(e.expected, 0) AS DOUBLE) AS expected
FROM `true_supports` AS t
LEFT JOIN `expected` AS e
  ON e.query_id = t.query_id
ORDER BY
  t.query_id NULLS LAST
