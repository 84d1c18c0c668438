SELECT
  source_item,
  CASE
    WHEN SUBSTRING(bare, 1, 1) = '"'
    AND SUBSTRING(bare, LENGTH(bare), 1) = '"'
    AND LENGTH(bare) > 1
    THEN REPLACE(SUBSTRING(bare, 2, LENGTH(bare) - 2), '""', '"')
    ELSE bare
  END AS label,
  n
FROM (
  SELECT
    item AS source_item,
    TRIM(item, 11) AS bare,
    COUNT(*) AS n
  FROM "pairs" AS pairs
  GROUP BY
    item
) AS counted
