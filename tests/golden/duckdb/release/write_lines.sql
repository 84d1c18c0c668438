COPY (
  SELECT
    line
  FROM "shaped" AS shaped
  ORDER BY
    position
)
TO 11 WITH (
  FORMAT csv,
  HEADER FALSE,
  DELIMITER '',
  QUOTE '',
  ESCAPE '',
  USE_TMP_FILE FALSE
)
