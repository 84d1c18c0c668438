-- Which items of vulnerable chunks are covered, and by which? The chunks with the most items first, $listed of them.
-- in:  vulnerable_chunks (cluster_id, chunk_id), subrecords (chunk_id, subrecord_id, item)
-- out: place (of the chunk, from 1), cluster_id, chunk_id, item, support, covered (0 or 1)
SELECT o.place, o.cluster_id, o.chunk_id, o.item, o.support, CASE WHEN o.support = o.least THEN 1 ELSE 0 END AS covered
FROM (
  SELECT
    x.cluster_id, x.chunk_id, x.item, x.support, x.least,
    dense_rank() OVER (ORDER BY x.items DESC, x.chunk_id) AS place
  FROM (
    SELECT
      v.cluster_id, v.chunk_id, s.item, count(*) AS support,
      count(*) OVER (PARTITION BY v.chunk_id) AS items,
      min(count(*)) OVER (PARTITION BY v.chunk_id) AS least
    FROM vulnerable_chunks AS v
    JOIN subrecords AS s ON s.chunk_id = v.chunk_id
    GROUP BY v.cluster_id, v.chunk_id, s.item
  ) AS x
) AS o
WHERE o.place <= $listed
ORDER BY o.place, o.support, o.item
