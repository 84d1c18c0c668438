SELECT
  t.cluster_id,
  t.chunk,
  t.items,
  t.whole,
  t.room
FROM "stuck_chunks" AS t
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "leaving" AS l
    WHERE
      l.cluster_id = t.cluster_id AND l.chunk = t.chunk
  )
