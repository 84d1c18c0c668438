-- Which items leave a chunk at the least cost, where there is no room for ghosts? Those that all records of the cluster
-- hold: nothing is lost by that. Where there are none, the one item that helps, at the least loss.
-- in:  losses (cluster_id, chunk, item, loss, helps), item_counts (cluster_id, chunk, item, support),
--      stuck_chunks (cluster_id, chunk, items, size)
-- out: cluster_id, chunk, item
SELECT o.cluster_id, o.chunk, o.item
FROM (
  SELECT
    l.cluster_id, l.chunk, l.item, t.items,
    row_number() OVER (
      PARTITION BY l.cluster_id, l.chunk
      ORDER BY CASE WHEN c.support = t.size THEN 0 ELSE 1 END, l.helps DESC, l.loss, l.item DESC
    ) AS place,
    count(*) FILTER (WHERE c.support = t.size) OVER (PARTITION BY l.cluster_id, l.chunk) AS held_by_all
  FROM losses AS l
  JOIN stuck_chunks AS t ON t.cluster_id = l.cluster_id AND t.chunk = l.chunk
  JOIN item_counts AS c ON c.cluster_id = l.cluster_id AND c.chunk = l.chunk AND c.item = l.item
) AS o
WHERE o.place < o.items AND o.place <= greatest(o.held_by_all, 1)
