-- One row for each cell of a one-hot table that is 1, with the item of its column. A cell that is neither 0 nor 1 gets an
-- item without a name, so that it is found as every row without an item is. What is plainly $zero is passed over at once.
-- The program names the columns in place of c1 (all are of one type), and the column of the record where there is one.
-- only: duckdb, because it turns columns into rows
-- in:  wide (its columns), named (column_name, label)
-- out: row, record, item
SELECT judged.row, judged.record, CASE WHEN judged.flag = 1 THEN named.label ELSE '' END AS item
FROM (
  SELECT
    "setanon row" AS row,
    "setanon record" AS record,
    "setanon column" AS column_name,
    CASE
      WHEN "setanon cell" = $one THEN 1
      WHEN lower(trim(cast("setanon cell" AS VARCHAR), $blanks)) IN ('1', '1.0', 'true', 't') THEN 1
      WHEN lower(trim(cast("setanon cell" AS VARCHAR), $blanks)) IN ('0', '0.0', 'false', 'f') THEN 0
    END AS flag
  FROM (
    SELECT
      cast(row_number() OVER () AS INTEGER) AS "setanon row",
      cast(row_number() OVER () AS INTEGER) AS "setanon record",
      *
    FROM wide
  ) AS numbered
  UNPIVOT INCLUDE NULLS ("setanon cell" FOR "setanon column" IN (c1))
  WHERE "setanon cell" IS NULL OR "setanon cell" <> $zero
) AS judged
JOIN named ON named.column_name = judged.column_name
WHERE judged.flag IS NULL OR judged.flag = 1
