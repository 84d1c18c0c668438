-- Which terms could neighbours share: those that two of them have or more, that k records hold together, and that no
-- cluster needs?
-- in:  movable_terms (top_id, leaf_id, item, support, pinned), neighbours (top_id, window_id)
-- out: window_id, item
SELECT p.window_id, m.item
FROM movable_terms AS m
JOIN neighbours AS p ON p.top_id = m.top_id
GROUP BY p.window_id, m.item
HAVING min(m.top_id) < max(m.top_id) AND sum(m.support) >= $k AND max(m.pinned) = 0
