SELECT
  record,
  item
FROM "pairs" AS pairs
WHERE
  LENGTH(TRIM(11 FROM CAST(item AS TEXT))) > 0
  AND LENGTH(TRIM(11 FROM CAST(record AS TEXT))) > 0
