SELECT
  c.parent_id,
  c.item
FROM "grown" AS c
JOIN "subsets" AS u
  ON u.set_id = c.parent_id
JOIN "sets" AS g
  ON g.parent_id = u.sub_id AND g.item = c.item
WHERE
  g.support <= c.support
