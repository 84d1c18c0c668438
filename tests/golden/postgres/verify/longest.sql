SELECT
  MAX(n) AS n
FROM (
  SELECT
    COUNT(*) AS n
  FROM "transactions" AS transactions
  GROUP BY
    record_id
) AS lengths
