SELECT
  COALESCE(line, '') AS line
FROM (
  SELECT
    record,
    line
  FROM "lines" AS lines
  LIMIT 11
) AS first
ORDER BY
  record
