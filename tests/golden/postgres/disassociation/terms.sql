SELECT
  c.cluster_id,
  c.item,
  c.support
FROM "cluster_supports" AS c
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "chunks" AS h
    WHERE
      h.cluster_id = c.cluster_id AND h.item = c.item
  )
