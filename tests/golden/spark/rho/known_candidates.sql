SELECT
  c.parent_id,
  c.item
FROM `candidates` AS c
ANTI JOIN (
  SELECT
    k.parent_id,
    k.item
  FROM `candidates` AS k
  JOIN `subsets` AS u
    ON u.set_id = k.parent_id
  LEFT JOIN `sets` AS g
    ON g.parent_id = u.sub_id AND g.item = k.item
  WHERE
    g.set_id IS NULL
) AS x
  ON x.parent_id = c.parent_id AND x.item = c.item
