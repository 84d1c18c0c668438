SELECT
  source_item,
  CASE
    WHEN SUBSTRING(bare FROM 1 FOR 1) = '"'
    AND SUBSTRING(bare FROM LENGTH(bare) FOR 1) = '"'
    AND LENGTH(bare) > 1
    THEN REPLACE(SUBSTRING(bare FROM 2 FOR LENGTH(bare) - 2), '""', '"')
    ELSE bare
  END AS label,
  n
FROM (
  SELECT
    item AS source_item,
    TRIM(11 FROM item) AS bare,
    COUNT(*) AS n
  FROM "pairs" AS pairs
  GROUP BY
    item
) AS counted
