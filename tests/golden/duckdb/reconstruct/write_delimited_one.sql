COPY (
  SELECT
    record_id,
    item
  FROM "samples" AS samples
  ORDER BY
    record_id,
    item
)
TO 11 WITH (
  FORMAT csv,
  HEADER TRUE,
  DELIMITER 12,
  QUOTE '"',
  ESCAPE '"',
  USE_TMP_FILE FALSE
)
