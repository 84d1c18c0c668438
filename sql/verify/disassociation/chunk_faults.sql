-- What is wrong with the chunks: one in two clusters, a subrecord in two chunks, an item in two chunks of a cluster, more
-- subrecords than the cluster has records?
-- in:  subrecords (cluster_id, chunk_id, subrecord_id, item), clusters (cluster_id, size)
-- out: faults
SELECT count(*) AS faults
FROM (
  SELECT s.chunk_id AS one FROM subrecords AS s GROUP BY s.chunk_id HAVING count(DISTINCT s.cluster_id) > 1
  UNION ALL
  SELECT s.subrecord_id AS one FROM subrecords AS s GROUP BY s.subrecord_id HAVING count(DISTINCT s.chunk_id) > 1
  UNION ALL
  SELECT s.cluster_id AS one FROM subrecords AS s GROUP BY s.cluster_id, s.item HAVING count(DISTINCT s.chunk_id) > 1
  UNION ALL
  SELECT n.chunk_id AS one
  FROM (
    SELECT s.cluster_id, s.chunk_id, count(DISTINCT s.subrecord_id) AS subrecords
    FROM subrecords AS s
    GROUP BY s.cluster_id, s.chunk_id
  ) AS n
  JOIN clusters AS c ON c.cluster_id = n.cluster_id
  WHERE n.subrecords > c.size
) AS f
