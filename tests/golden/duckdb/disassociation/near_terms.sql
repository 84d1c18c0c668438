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
    o.place // 12 AS window_id,
    o.item
  FROM "movable_terms" AS o
  GROUP BY
    o.place // 12,
    o.item
  HAVING
    COUNT(*) > 1 AND SUM(o.support) >= 11
) AS w
  ON w.window_id = m.place // 12 AND w.item = m.item
