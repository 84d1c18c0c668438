SELECT DISTINCT
  "setanon column" AS column_name
FROM (
  SELECT
    *
  FROM "wide" AS wide
  LIMIT 12
) AS first_rows
UNPIVOT INCLUDE NULLS ("setanon cell" FOR "setanon column" IN (c1))
WHERE
  "setanon cell" IS NULL
  OR (
    "setanon cell" <> 13
    AND NOT LOWER(TRIM(CAST("setanon cell" AS TEXT), 11)) IN ('1', '1.0', 'true', 't', '0', '0.0', 'false', 'f')
  )
