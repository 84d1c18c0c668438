SELECT
  c.cluster_id,
  c.chunk,
  c.items,
  c.subrecords,
  c.whole,
  c.size,
  c.room,
  CASE WHEN c.room = 0 AND c.whole > 11 AND c.whole < c.subrecords THEN 1 ELSE 0 END AS free
FROM "covered_chunks" AS c
WHERE
  c.feasible = 0
