-- How many simple clusters without a term have too few subrecords to fill their records?
-- in:  clusters (cluster_id, kind, size), chunk_sizes (cluster_id, chunk_id, subrecords), terms (cluster_id)
-- out: faults
-- Terrovitis et al., Lemma 2
SELECT count(*) AS faults
FROM clusters AS c
LEFT JOIN (
  SELECT h.cluster_id, count(*) AS chunks, sum(h.subrecords) AS subrecords
  FROM chunk_sizes AS h
  GROUP BY h.cluster_id
) AS n ON n.cluster_id = c.cluster_id
ANTI JOIN terms AS t ON t.cluster_id = c.cluster_id
WHERE c.kind = 'simple' AND (n.chunks IS NULL OR n.subrecords < c.size + $k * (least($m, n.chunks) - 1))
