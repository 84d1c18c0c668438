-- Items that leave their chunk, each for a chunk of its own.
-- in:  leaving (cluster_id, item)
-- out: cluster_id, item, fate (own: a chunk of its own, term: the term chunk, gone: suppressed)
SELECT l.cluster_id, l.item, 'own' AS fate
FROM leaving AS l
