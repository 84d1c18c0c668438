COPY (
  SELECT
    record_id,
    item,
    group_id
  FROM "shaped" AS shaped
  ORDER BY
    position,
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
