-- Which terms are left in the term chunks?
-- in:  terms (cluster_id, item, support), all_moves (leaf_id, item)
-- out: cluster_id, item, support
SELECT t.cluster_id, t.item, t.support
FROM terms AS t
ANTI JOIN all_moves AS v ON v.leaf_id = t.cluster_id AND v.item = t.item
