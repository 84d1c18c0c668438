SELECT
  t.cluster_id,
  t.chunk,
  t.items,
  t.whole,
  t.room
FROM "stuck_chunks" AS t
ANTI JOIN "leaving" AS l
  ON l.cluster_id = t.cluster_id AND l.chunk = t.chunk
