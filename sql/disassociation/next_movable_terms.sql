-- Which terms may still move? Those that moved do not.
-- in:  movable_terms (leaf_id, place, item, support, pinned), moves (leaf_id, item), next_trees (top_id, leaf_id)
-- out: top_id, leaf_id, place, item, support, pinned
SELECT t.top_id, m.leaf_id, m.place, m.item, m.support, m.pinned
FROM movable_terms AS m
JOIN next_trees AS t ON t.leaf_id = m.leaf_id
ANTI JOIN moves AS v ON v.leaf_id = m.leaf_id AND v.item = m.item
