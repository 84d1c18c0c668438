-- An empty table of terms that moved to a joint cluster.
-- in:  movable_terms (top_id, leaf_id, item)
-- out: joint_id, leaf_id, item
SELECT m.top_id AS joint_id, m.leaf_id, m.item
FROM movable_terms AS m
WHERE 1 = 0
