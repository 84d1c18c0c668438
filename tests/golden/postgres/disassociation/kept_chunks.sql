SELECT
  h.cluster_id,
  h.item,
  h.chunk,
  h.support
FROM "chunks" AS h
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "demoted" AS d
    WHERE
      d.cluster_id = h.cluster_id AND d.item = h.item
  )
