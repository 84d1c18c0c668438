-- Which terms could neighbours share at all: those that two of $width have or more, and that $k records hold together?
-- in:  movable_terms (top_id, leaf_id, place, item, support, pinned)
-- out: top_id, leaf_id, place, item, support, pinned
SELECT m.top_id, m.leaf_id, m.place, m.item, m.support, m.pinned
FROM movable_terms AS m
JOIN (
  SELECT o.place // $width AS window_id, o.item
  FROM movable_terms AS o
  GROUP BY o.place // $width, o.item
  HAVING count(*) > 1 AND sum(o.support) >= $k
) AS w ON w.window_id = m.place // $width AND w.item = m.item
