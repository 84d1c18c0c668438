-- name: plain_lines
SELECT
  record,
  line
FROM "lines" AS lines
WHERE
  line IS NULL OR NOT SUBSTRING(line FROM 1 FOR 1) IN ('#', '%', '@')
