-- name: generators
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY s.support NULLS LAST, s.item NULLS LAST) AS INT) AS gen_id,
  0 AS parent_id,
  CAST(ROW_NUMBER() OVER (ORDER BY s.support NULLS LAST, s.item NULLS LAST) AS INT) AS item,
  s.item AS source_item,
  s.support
FROM `supports` AS s
WHERE
  s.support >= 11
  AND s.support < (
    SELECT
      COUNT(DISTINCT t.record_id)
    FROM `transactions` AS t
  )
