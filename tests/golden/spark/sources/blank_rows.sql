SELECT
  row,
  without_item,
  COUNT(*) OVER () AS n
FROM (
  SELECT
    row,
    (
      item IS NULL OR LENGTH(TRIM(11 FROM CAST(item AS STRING))) = 0
    ) AS without_item,
    (
      record IS NULL OR LENGTH(TRIM(11 FROM CAST(record AS STRING))) = 0
    ) AS without_record
  FROM `numbered` AS numbered
) AS judged
WHERE
  without_item OR without_record
ORDER BY
  row NULLS LAST
LIMIT 5
