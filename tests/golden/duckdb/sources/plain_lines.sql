SELECT
  record,
  line
FROM "lines" AS lines
WHERE
  line IS NULL OR NOT SUBSTRING(line, 1, 1) IN ('#', '%', '@')
