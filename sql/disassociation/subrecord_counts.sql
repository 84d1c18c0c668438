-- How many subrecords have the record chunks of each cluster together, and how many are needed so that no possible
-- original has an empty record?
-- in:  cluster_rows (record_id, cluster_id, item), chunks (cluster_id, item, chunk)
-- out: cluster_id, size, record_chunks, subrecords, needed
-- Terrovitis et al., Lemma 2
SELECT
  s.cluster_id,
  s.size,
  c.record_chunks,
  c.subrecords,
  s.size + $k * (least($m, c.record_chunks) - 1) AS needed
FROM (
  SELECT r.cluster_id, count(DISTINCT r.record_id) AS size
  FROM cluster_rows AS r
  GROUP BY r.cluster_id
) AS s
JOIN (
  SELECT p.cluster_id, count(DISTINCT p.chunk) AS record_chunks, count(*) AS subrecords
  FROM (
    SELECT DISTINCT r.cluster_id, h.chunk, r.record_id
    FROM cluster_rows AS r
    JOIN chunks AS h ON h.cluster_id = r.cluster_id AND h.item = r.item
  ) AS p
  GROUP BY p.cluster_id
) AS c ON c.cluster_id = s.cluster_id
