-- Which clusters need a term in their term chunk, because they have too few subrecords without one?
-- in:  cluster_rows (cluster_id), subrecord_counts (cluster_id, subrecords, needed)
-- out: cluster_id
-- Terrovitis et al., Lemma 2
SELECT DISTINCT r.cluster_id
FROM cluster_rows AS r
ANTI JOIN (SELECT c.cluster_id FROM subrecord_counts AS c WHERE c.subrecords >= c.needed) AS e
  ON e.cluster_id = r.cluster_id
