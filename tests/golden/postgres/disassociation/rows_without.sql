SELECT
  r.record_id,
  r.cluster_id,
  r.item,
  CAST(DENSE_RANK() OVER (PARTITION BY r.cluster_id ORDER BY r.record_id) - 1 AS INT) AS place
FROM "shared_rows" AS r
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "repeated" AS x
    WHERE
      x.cluster_id = r.cluster_id AND x.item = r.item
  )
