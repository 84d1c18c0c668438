SELECT
  record_id,
  item
FROM "shaped" AS shaped
ORDER BY
  position,
  item
