SELECT
  c.clash_id,
  c.node_id,
  c.other_id
FROM "clashes" AS c
JOIN "waiting" AS w
  ON w.node_id = c.node_id
