SELECT
  r.record_id,
  r.cluster_id,
  r.item
FROM "shared_rows" AS r
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "repeated" AS x
    WHERE
      x.cluster_id = r.cluster_id AND x.item = r.item
  )
