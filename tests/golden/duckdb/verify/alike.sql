WITH contents AS (
  SELECT
    record_id,
    LIST_SORT(ARRAY_AGG(item)) AS content
  FROM "coded" AS coded
  GROUP BY
    record_id
)
SELECT
  MIN(record_id) AS source_id,
  CAST(ROW_NUMBER() OVER () AS INT) AS record_id,
  CAST(COUNT(*) AS INT) AS weight
FROM contents
GROUP BY
  content
