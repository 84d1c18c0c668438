SELECT
  p.window_id,
  m.top_id,
  m.leaf_id,
  m.item,
  m.support
FROM `movable_terms` AS m
JOIN `neighbours` AS p
  ON p.top_id = m.top_id
JOIN `refining_terms` AS r
  ON r.window_id = p.window_id AND r.item = m.item
