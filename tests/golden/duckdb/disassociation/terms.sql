SELECT
  c.cluster_id,
  c.item,
  c.support
FROM "cluster_supports" AS c
ANTI JOIN "chunks" AS h
  ON h.cluster_id = c.cluster_id AND h.item = c.item
