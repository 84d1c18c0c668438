-- name: equal_records
WITH contents AS (
  SELECT
    record_id,
    STRING_AGG(CAST(item AS TEXT), ','
    ORDER BY
      item NULLS FIRST) AS content
  FROM "transactions" AS transactions
  GROUP BY
    record_id
), sizes AS (
  SELECT
    content,
    COUNT(*) AS records
  FROM contents
  GROUP BY
    content
)
SELECT
  COUNT(*) AS groups,
  COALESCE(MIN(records), 0) AS smallest,
  COUNT(*) FILTER(WHERE
    records < 11) AS violations,
  COALESCE(SUM(records) FILTER(WHERE
    records < 11), 0) AS at_risk,
  COUNT(*) FILTER(WHERE
    records = 1) AS singled_out
FROM sizes
