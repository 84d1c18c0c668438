SELECT
  p.window_id,
  m.item
FROM "movable_terms" AS m
JOIN "neighbours" AS p
  ON p.top_id = m.top_id
GROUP BY
  p.window_id,
  m.item
HAVING
  MIN(m.top_id) < MAX(m.top_id) AND SUM(m.support) >= 11 AND MAX(m.pinned) = 0
