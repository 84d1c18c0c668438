COPY (
  SELECT
    sample_id,
    record_id,
    item
  FROM "samples" AS samples
  ORDER BY
    sample_id,
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
