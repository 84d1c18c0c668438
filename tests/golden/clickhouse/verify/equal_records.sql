-- name: equal_records
WITH contents AS (
  SELECT
    record_id,
    arraySort(groupArray(item)) AS content
  FROM "coded" AS coded
  GROUP BY
    record_id
)
SELECT
  MIN(record_id) AS source_id,
  CAST(ROW_NUMBER() OVER (ORDER BY MIN(record_id)) AS Nullable(Int32)) AS record_id,
  CAST(COUNT(*) AS Nullable(Int32)) AS weight
FROM contents
GROUP BY
  content
