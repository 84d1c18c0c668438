-- Which terms of which clusters could move to a joint cluster?
-- in:  movable_terms (top_id, leaf_id, item, support), neighbours (top_id, window_id), refining_terms (window_id, item)
-- out: window_id, top_id, leaf_id, item, support
SELECT p.window_id, m.top_id, m.leaf_id, m.item, m.support
FROM movable_terms AS m
JOIN neighbours AS p ON p.top_id = m.top_id
JOIN refining_terms AS r ON r.window_id = p.window_id AND r.item = m.item
