COPY (
  SELECT
    record_id,
    item,
    action,
    label,
    cause
  FROM "ledger" AS ledger
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
