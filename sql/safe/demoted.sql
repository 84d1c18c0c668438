-- Items that leave their chunk for the term chunk, or for a chunk of their own where they are barred from it.
-- in:  leaving (cluster_id, item), barred (cluster_id, item)
-- out: cluster_id, item, fate
SELECT l.cluster_id, l.item, CASE WHEN b.item IS NULL THEN 'term' ELSE 'own' END AS fate
FROM leaving AS l
LEFT JOIN barred AS b ON b.cluster_id = l.cluster_id AND b.item = l.item
