-- name: items
SELECT
  ROW_NUMBER() OVER (ORDER BY c.support DESC NULLS LAST, c.label) AS item,
  c.label
FROM (
  SELECT
    r.item AS label,
    COUNT(*) AS support
  FROM "source_rows" AS r
  GROUP BY
    r.item
) AS c

-- name: wishes
SELECT DISTINCT
  n.record_id,
  i.item
FROM "named" AS n
JOIN "items" AS i
  ON i.label = n.item
WHERE
  EXISTS(
    SELECT
      1
    FROM "source_rows" AS r
    WHERE
      r.record_id = n.record_id
  )
