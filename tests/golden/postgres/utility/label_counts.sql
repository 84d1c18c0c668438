SELECT
  item AS label,
  COUNT(DISTINCT record_id) AS n
FROM "release" AS release
GROUP BY
  item
