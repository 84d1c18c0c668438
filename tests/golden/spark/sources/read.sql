-- name: line_counts
SELECT
  COUNT(*) AS n,
  COUNT(*) FILTER(WHERE
    LOCATE(SUBSTRING(line, 1, 1), 11) > 0 AND LENGTH(line) > 0) AS n_marked
FROM `lines` AS lines

-- name: plain_lines
SELECT
  record,
  line
FROM `lines` AS lines
WHERE
  line IS NULL OR LENGTH(line) = 0 OR LOCATE(SUBSTRING(line, 1, 1), 11) = 0
