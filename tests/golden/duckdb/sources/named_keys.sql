SELECT
  record
FROM "keys" AS keys
WHERE
  LENGTH(TRIM(CAST(record AS TEXT), 11)) > 0
