SELECT
  k.kind_id,
  CAST(0 AS BIGINT) AS group_id,
  k.records,
  CAST(11 AS BIGINT) AS size,
  CAST(0 AS BIGINT) AS item
FROM "kinds" AS k
