SELECT
  x.gen_id,
  g.gen_id AS sub_id
FROM "fresh" AS x
JOIN "subsets" AS s
  ON s.gen_id = x.parent_id
JOIN "generators" AS g
  ON g.parent_id = s.sub_id AND g.item = x.item
UNION ALL
SELECT
  x.gen_id,
  x.right_id AS sub_id
FROM "fresh" AS x
