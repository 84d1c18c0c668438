SELECT
  r.record_id,
  r.cluster_id,
  r.item
FROM "cluster_rows" AS r
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "terms" AS t
    WHERE
      t.cluster_id = r.cluster_id
  )
