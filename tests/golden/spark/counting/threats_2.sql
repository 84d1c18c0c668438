SELECT
  c.left_id,
  c.right_id AS item,
  c.support
FROM `counted` AS c
WHERE
  c.support < 11
