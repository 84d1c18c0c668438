WITH pairs AS (
  SELECT
    record_id,
    item,
    COUNT(*) AS n
  FROM "lines" AS lines
  GROUP BY
    record_id,
    item
)
SELECT
  COALESCE(SUM(n), 0) AS n_rows,
  COUNT(DISTINCT record_id) AS n_records,
  COALESCE(SUM(n) FILTER(WHERE
    record_id IS NULL OR item IS NULL), 0) AS n_null,
  COALESCE(SUM(n - 1) FILTER(WHERE
    NOT record_id IS NULL AND NOT item IS NULL), 0) AS n_duplicate
FROM pairs
