-- Which clusters need a term: those without one that have too few subrecords?
-- in:  unfilled (cluster_id), terms (cluster_id)
-- out: cluster_id
-- Terrovitis et al., Lemma 2
SELECT DISTINCT u.cluster_id
FROM unfilled AS u
ANTI JOIN terms AS t ON t.cluster_id = u.cluster_id
