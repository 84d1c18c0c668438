-- name: labels
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY support NULLS LAST, label NULLS LAST) AS INT) AS item,
  label,
  support
FROM (
  SELECT
    item AS label,
    COUNT(*) AS support
  FROM `lines` AS lines
  GROUP BY
    item
) AS counted

-- name: equal_records
WITH contents AS (
  SELECT
    record_id,
    LISTAGG(CAST(item AS STRING), ',') WITHIN GROUP (ORDER BY
      item) AS content
  FROM `coded` AS coded
  GROUP BY
    record_id
)
SELECT
  MIN(record_id) AS source_id,
  CAST(ROW_NUMBER() OVER (ORDER BY MIN(record_id) NULLS LAST) AS INT) AS record_id,
  CAST(COUNT(*) AS INT) AS weight
FROM contents
GROUP BY
  content
