-- name: blank_pairs
SELECT
  COALESCE(SUM(j.n), 0) AS n_rows,
  COALESCE(SUM(j.n) FILTER(WHERE
    j.without_item OR j.without_record), 0) AS n_blank,
  COALESCE(SUM(j.n) FILTER(WHERE
    j.without_item), 0) AS n_without_item
FROM (
  SELECT
    c.n,
    (
      c.item IS NULL OR LENGTH(TRIM(11 FROM c.item)) = 0
    ) AS without_item,
    (
      c.record IS NULL OR LENGTH(TRIM(11 FROM CAST(c.record AS TEXT))) = 0
    ) AS without_record
  FROM "counted" AS c
) AS j

-- name: blank_rows
SELECT
  row,
  without_item,
  COUNT(*) OVER () AS n
FROM (
  SELECT
    row,
    (
      item IS NULL OR LENGTH(TRIM(11 FROM CAST(item AS TEXT))) = 0
    ) AS without_item,
    (
      record IS NULL OR LENGTH(TRIM(11 FROM CAST(record AS TEXT))) = 0
    ) AS without_record
  FROM "numbered" AS numbered
) AS judged
WHERE
  without_item OR without_record
ORDER BY
  row
LIMIT 5

-- name: without_blanks
SELECT
  record,
  item
FROM "pairs" AS pairs
WHERE
  LENGTH(TRIM(11 FROM CAST(item AS TEXT))) > 0
  AND LENGTH(TRIM(11 FROM CAST(record AS TEXT))) > 0

-- name: named_keys
SELECT
  record
FROM "keys" AS keys
WHERE
  LENGTH(TRIM(11 FROM CAST(record AS TEXT))) > 0
