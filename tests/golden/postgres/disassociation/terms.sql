SELECT
  r.cluster_id,
  r.item,
  COUNT(*) AS support
FROM "cluster_rows" AS r
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "chunks" AS h
    WHERE
      h.cluster_id = r.cluster_id AND h.item = r.item
  )
GROUP BY
  r.cluster_id,
  r.item
