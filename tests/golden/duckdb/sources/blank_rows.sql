SELECT
  row,
  without_item,
  COUNT(*) OVER () AS n
FROM (
  SELECT
    row,
    (
      item IS NULL OR LENGTH(TRIM(CAST(item AS TEXT), 11)) = 0
    ) AS without_item,
    (
      record IS NULL OR LENGTH(TRIM(CAST(record AS TEXT), 11)) = 0
    ) AS without_record
  FROM "numbered" AS numbered
) AS judged
WHERE
  without_item OR without_record
ORDER BY
  row
LIMIT 5
