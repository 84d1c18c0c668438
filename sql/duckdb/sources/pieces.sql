-- The pieces of basket lines, split at $sep; $quoted is the pattern of a piece in a line that holds quotes.
-- What stands in a piece is cleaned once for each different piece (sources/basket_labels). A blank line has none.
-- only: duckdb, because a line is cut into a list
-- in:  lines
-- out: record, item
SELECT
  record,
  unnest(
    CASE WHEN contains(line, '"') THEN regexp_extract_all(line, $quoted, 1) ELSE string_split(line, $sep) END
  ) AS item
FROM lines
WHERE length(trim(line, $blanks)) > 0
