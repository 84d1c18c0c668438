SELECT
  k.kind_id,
  CAST(0 AS INT) AS group_id,
  k.records,
  CAST(11 AS INT) AS size
FROM "kinds" AS k
