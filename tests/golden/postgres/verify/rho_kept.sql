SELECT DISTINCT
  set_id,
  support
FROM "confidences" AS confidences
WHERE
  support > 1
