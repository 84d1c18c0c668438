SELECT
  judged.row,
  judged.record,
  CASE WHEN judged.flag = 1 THEN named.label ELSE '' END AS item
FROM (
  SELECT
    "setanon row" AS row,
    "setanon record" AS record,
    "setanon column" AS column_name,
    CASE
      WHEN "setanon cell" = 12
      THEN 1
      WHEN LOWER(TRIM(CAST("setanon cell" AS TEXT), 11)) IN ('1', '1.0', 'true', 't')
      THEN 1
      WHEN LOWER(TRIM(CAST("setanon cell" AS TEXT), 11)) IN ('0', '0.0', 'false', 'f')
      THEN 0
    END AS flag
  FROM (
    SELECT
      CAST(ROW_NUMBER() OVER () AS INT) AS "setanon row",
      CAST(ROW_NUMBER() OVER () AS INT) AS "setanon record",
      *
    FROM "wide" AS wide
  ) AS numbered
  UNPIVOT INCLUDE NULLS ("setanon cell" FOR "setanon column" IN (c1))
  WHERE
    "setanon cell" IS NULL OR "setanon cell" <> 13
) AS judged
JOIN "named" AS named
  ON named.column_name = judged.column_name
WHERE
  judged.flag IS NULL OR judged.flag = 1
