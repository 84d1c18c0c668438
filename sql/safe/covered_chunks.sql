-- Which chunks have a covered item: one that is never without all the others? Can they be suppressed in part, that is, is
-- there room for two ghosts (precondition 3), and do k subrecords keep all items (precondition 4)?
-- in:  open_rows (cluster_id, chunk, record_id, item), sizes (cluster_id, size)
-- out: cluster_id, chunk, items, subrecords, whole (subrecords with all items), size (records of the cluster),
--      taken (subrecords to suppress items of), room, feasible (both 0 or 1)
-- Awad et al., Definition 3, preconditions (3) and (4)
SELECT
  v.cluster_id, v.chunk, v.items, v.subrecords, v.whole, v.size, v.taken, v.room,
  CASE WHEN v.room = 1 AND v.whole - v.taken >= $k THEN 1 ELSE 0 END AS feasible
FROM (
  SELECT
    h.cluster_id, h.chunk, h.items, n.subrecords, n.whole, z.size,
    (h.items + 1) // 2 AS taken,
    CASE WHEN n.subrecords + 2 <= z.size THEN 1 ELSE 0 END AS room
  FROM (
    SELECT s.cluster_id, s.chunk, count(*) AS items, min(s.support) AS least
    FROM (
      SELECT o.cluster_id, o.chunk, o.item, count(*) AS support
      FROM open_rows AS o
      GROUP BY o.cluster_id, o.chunk, o.item
    ) AS s
    GROUP BY s.cluster_id, s.chunk
    HAVING count(*) > 1
  ) AS h
  JOIN (
    SELECT l.cluster_id, l.chunk, count(*) AS subrecords, count(*) FILTER (WHERE l.items = l.most) AS whole, max(l.most) AS most
    FROM (
      SELECT o.cluster_id, o.chunk, count(*) AS items, max(count(*)) OVER (PARTITION BY o.cluster_id, o.chunk) AS most
      FROM open_rows AS o
      GROUP BY o.cluster_id, o.chunk, o.record_id
    ) AS l
    GROUP BY l.cluster_id, l.chunk
  ) AS n ON n.cluster_id = h.cluster_id AND n.chunk = h.chunk AND n.most = h.items AND n.whole = h.least
  JOIN sizes AS z ON z.cluster_id = h.cluster_id
) AS v
