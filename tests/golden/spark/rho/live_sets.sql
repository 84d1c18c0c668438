SELECT
  s.set_id,
  s.parent_id,
  s.item,
  s.support
FROM `sets` AS s
SEMI JOIN `rules` AS r
  ON r.set_id = s.set_id
WHERE
  s.support >= 11 AND s.support < s.least
