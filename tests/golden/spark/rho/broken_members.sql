SELECT
  m.set_id,
  m.item
FROM `members` AS m
SEMI JOIN `rules` AS r
  ON r.set_id = m.set_id
ORDER BY
  m.set_id NULLS LAST,
  m.item NULLS LAST
