-- Which rows have no item or no record id? All of them are counted, the first few named.
-- in:  numbered
-- out: row, without_item, n
SELECT row, without_item, count(*) OVER () AS n
FROM (
  SELECT
    row,
    (item IS NULL OR length(trim(cast(item AS VARCHAR), $blanks)) = 0) AS without_item,
    (record IS NULL OR length(trim(cast(record AS VARCHAR), $blanks)) = 0) AS without_record
  FROM numbered
) AS judged
WHERE without_item OR without_record
ORDER BY row
LIMIT 5
