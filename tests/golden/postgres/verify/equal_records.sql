-- name: equal_records
WITH contents AS (
  SELECT
    record_id,
    STRING_AGG(CAST(item AS TEXT), ','
    ORDER BY
      item NULLS FIRST) AS content
  FROM "coded" AS coded
  GROUP BY
    record_id
)
SELECT
  MIN(record_id) AS source_id,
  CAST(ROW_NUMBER() OVER (ORDER BY MIN(record_id)) AS INT) AS record_id,
  CAST(COUNT(*) AS INT) AS weight
FROM contents
GROUP BY
  content
