SELECT
  a.cluster_id,
  a.chunk,
  a.item,
  b.item AS other,
  COUNT(*) AS support
FROM `open_rows` AS a
JOIN `stuck_chunks` AS t
  ON t.cluster_id = a.cluster_id AND t.chunk = a.chunk AND t.free = 1
JOIN `open_rows` AS b
  ON b.cluster_id = a.cluster_id
  AND b.chunk = a.chunk
  AND b.record_id = a.record_id
  AND b.item <> a.item
GROUP BY
  a.cluster_id,
  a.chunk,
  a.item,
  b.item
