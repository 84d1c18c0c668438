SELECT
  m.top_id,
  m.leaf_id,
  m.place,
  m.item,
  m.support,
  m.pinned
FROM "movable_terms" AS m
JOIN (
  SELECT
    DIV(o.place, 12) AS window_id,
    o.item
  FROM "movable_terms" AS o
  GROUP BY
    DIV(o.place, 12),
    o.item
  HAVING
    COUNT(*) > 1 AND SUM(o.support) >= 11
) AS w
  ON w.window_id = DIV(m.place, 12) AND w.item = m.item
