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

-- name: rooted_generators
SELECT
  CAST(n.gen_id AS INT) AS gen_id,
  0 AS parent_id,
  CAST(n.gen_id AS INT) AS item,
  n.source_item,
  n.support
FROM (
  SELECT
    ROW_NUMBER() OVER (
      ORDER BY CASE WHEN r.item IS NULL THEN 1 ELSE 0 END NULLS LAST, s.support NULLS LAST, s.item NULLS LAST
    ) AS gen_id,
    s.item AS source_item,
    s.support
  FROM `supports` AS s
  LEFT JOIN `roots` AS r
    ON r.item = s.item
  WHERE
    s.support >= 11
    AND s.support < (
      SELECT
        COUNT(DISTINCT t.record_id)
      FROM `transactions` AS t
    )
) AS n
