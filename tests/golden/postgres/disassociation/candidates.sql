SELECT
  DIV(m.place, 12) AS window_id,
  m.top_id,
  m.leaf_id,
  m.item,
  m.support
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
    MIN(o.top_id) < MAX(o.top_id) AND SUM(o.support) >= 11 AND MAX(o.pinned) = 0
) AS r
  ON r.window_id = DIV(m.place, 12) AND r.item = m.item
