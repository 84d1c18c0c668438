-- Which terms of which clusters could move to a joint cluster of $width neighbours? Those that two of them have or more,
-- that k records hold together, and that no cluster needs.
-- in:  movable_terms (top_id, leaf_id, place, item, support, pinned)
-- out: window_id, top_id, leaf_id, item, support
SELECT m.place // $width AS window_id, m.top_id, m.leaf_id, m.item, m.support
FROM movable_terms AS m
JOIN (
  SELECT o.place // $width AS window_id, o.item
  FROM movable_terms AS o
  GROUP BY o.place // $width, o.item
  HAVING min(o.top_id) < max(o.top_id) AND sum(o.support) >= $k AND max(o.pinned) = 0
) AS r ON r.window_id = m.place // $width AND r.item = m.item
