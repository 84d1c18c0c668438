-- name: items
SELECT
  ROW_NUMBER() OVER (ORDER BY c.support NULLS LAST, c.label NULLS LAST) AS item,
  c.label,
  c.support
FROM (
  SELECT
    r.item AS label,
    COUNT(*) AS support
  FROM `source_rows` AS r
  GROUP BY
    r.item
) AS c
