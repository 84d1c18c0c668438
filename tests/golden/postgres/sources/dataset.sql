-- name: recount
SELECT
  items.item AS old_item,
  CAST(ROW_NUMBER() OVER (ORDER BY counted.support DESC NULLS LAST, items.label) AS INT) AS item,
  items.label AS label,
  counted.support AS support
FROM "items" AS items
JOIN (
  SELECT
    item,
    COUNT(*) AS support
  FROM "coded" AS coded
  GROUP BY
    item
) AS counted
  ON counted.item = items.item

-- name: rows_without
SELECT
  t.record_id,
  t.item
FROM "present" AS t
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "suppressions" AS s
    WHERE
      s.record_id = t.record_id AND s.item = t.item
  )
