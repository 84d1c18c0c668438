SELECT
  record_id,
  CAST(item AS TEXT) AS item,
  CAST(group_id AS TEXT) AS group_id
FROM "release" AS release
