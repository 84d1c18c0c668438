-- name: items
SELECT
  ROW_NUMBER() OVER (ORDER BY c.support DESC, c.label NULLS LAST) AS item,
  c.label
FROM (
  SELECT
    r.item AS label,
    COUNT(*) AS support
  FROM `source_rows` AS r
  GROUP BY
    r.item
) AS c
