SELECT
  o.cluster_id,
  o.chunk,
  o.record_id,
  o.item
FROM "open_rows" AS o
JOIN "stuck_chunks" AS t
  ON t.cluster_id = o.cluster_id AND t.chunk = o.chunk
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "leaving" AS l
    WHERE
      l.cluster_id = o.cluster_id AND l.item = o.item
  )
