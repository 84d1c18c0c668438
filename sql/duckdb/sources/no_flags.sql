-- Which columns hold, in the first $n rows, something that is neither 0 nor 1 (nor false nor true)? What is plainly $zero
-- is passed over at once. The program names the columns in place of c1: all are of one type.
-- only: duckdb, because it turns columns into rows
-- in:  wide (its columns)
-- out: column_name
SELECT DISTINCT "setanon column" AS column_name
FROM (SELECT * FROM wide LIMIT $n) AS first_rows
UNPIVOT INCLUDE NULLS ("setanon cell" FOR "setanon column" IN (c1))
WHERE
  "setanon cell" IS NULL
  OR (
    "setanon cell" <> $zero
    AND NOT lower(trim(cast("setanon cell" AS VARCHAR), $blanks)) IN (
      '1', '1.0', 'true', 't', '0', '0.0', 'false', 'f'
    )
  )
