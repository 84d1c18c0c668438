SELECT
  g.group_id,
  g.node
FROM `gains` AS g
SEMI JOIN (
  SELECT
    k.group_id
  FROM `gains` AS k
  WHERE
    k.gain <= 0
) AS others
  ON others.group_id = g.group_id
WHERE
  g.gain > 0
