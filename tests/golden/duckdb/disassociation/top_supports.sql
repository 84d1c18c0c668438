SELECT
  s.group_id,
  s.item,
  s.weight
FROM "group_supports" AS s
JOIN (
  SELECT
    g.group_id,
    MAX(g.weight) AS weight
  FROM "group_supports" AS g
  GROUP BY
    g.group_id
) AS t
  ON t.group_id = s.group_id AND t.weight = s.weight
