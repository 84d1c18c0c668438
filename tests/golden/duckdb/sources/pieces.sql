SELECT
  record,
  UNNEST(
    CASE
      WHEN CONTAINS(line, '"')
      THEN REGEXP_EXTRACT_ALL(line, 12, 1)
      ELSE STR_SPLIT(line, 13)
    END
  ) AS item
FROM "lines" AS lines
WHERE
  LENGTH(TRIM(line, 11)) > 0
