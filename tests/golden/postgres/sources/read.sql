-- name: line_counts
SELECT
  COUNT(*) AS n,
  COUNT(*) FILTER(WHERE
    POSITION(SUBSTRING(line FROM 1 FOR 1) IN 11) > 0 AND LENGTH(line) > 0) AS n_marked
FROM "lines" AS lines

-- name: plain_lines
SELECT
  record,
  line
FROM "lines" AS lines
WHERE
  line IS NULL
  OR LENGTH(line) = 0
  OR POSITION(SUBSTRING(line FROM 1 FOR 1) IN 11) = 0
