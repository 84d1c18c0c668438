SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY support NULLS LAST, label NULLS LAST) AS INT) AS item,
  label,
  support
FROM (
  SELECT
    item AS label,
    COUNT(DISTINCT record_id) AS support
  FROM `lines` AS lines
  WHERE
    NOT item IS NULL AND NOT record_id IS NULL
  GROUP BY
    item
) AS counted
