SELECT
  c.pair_id
FROM "counted" AS c
JOIN "subsets" AS s
  ON s.gen_id = c.left_id
LEFT JOIN "generators" AS g
  ON g.parent_id = s.sub_id AND g.item = c.item
WHERE
  g.gen_id IS NULL OR g.support <= c.support
