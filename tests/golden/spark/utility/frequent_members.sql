SELECT
  f.set_id,
  m.item
FROM `frequent` AS f
JOIN `members` AS m
  ON m.set_id = f.parent_id
UNION ALL
SELECT
  f.set_id,
  f.item
FROM `frequent` AS f
