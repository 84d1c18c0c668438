SELECT
  c.cluster_id,
  c.chunk,
  c.items,
  c.subrecords,
  c.whole,
  c.size,
  c.room
FROM "covered_chunks" AS c
WHERE
  c.feasible = 0
