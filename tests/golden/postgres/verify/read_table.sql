SELECT
  record_id,
  CAST(item AS TEXT) AS item
FROM "release" AS release
