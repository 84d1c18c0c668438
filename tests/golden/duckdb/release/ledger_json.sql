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
  FORMAT json,
  USE_TMP_FILE FALSE
)
