-- How often do two items of a chunk come together, where any of them may leave it?
-- in:  open_rows (cluster_id, chunk, record_id, item), stuck_chunks (cluster_id, chunk, free)
-- out: cluster_id, chunk, item, other, support
SELECT a.cluster_id, a.chunk, a.item, b.item AS other, count(*) AS support
FROM open_rows AS a
JOIN stuck_chunks AS t ON t.cluster_id = a.cluster_id AND t.chunk = a.chunk AND t.free = 1
JOIN open_rows AS b
  ON b.cluster_id = a.cluster_id AND b.chunk = a.chunk AND b.record_id = a.record_id AND b.item <> a.item
GROUP BY a.cluster_id, a.chunk, a.item, b.item
