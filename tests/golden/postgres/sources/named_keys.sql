SELECT
  record
FROM "keys" AS keys
WHERE
  LENGTH(TRIM(11 FROM CAST(record AS TEXT))) > 0
