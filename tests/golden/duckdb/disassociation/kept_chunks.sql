SELECT
  h.cluster_id,
  h.item,
  h.chunk,
  h.support
FROM "chunks" AS h
ANTI JOIN "demoted" AS d
  ON d.cluster_id = h.cluster_id AND d.item = h.item
