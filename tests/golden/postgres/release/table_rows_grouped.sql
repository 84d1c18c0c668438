SELECT
  record_id,
  item,
  group_id
FROM "shaped" AS shaped
ORDER BY
  position,
  item
