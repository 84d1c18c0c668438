SELECT
  j.joint_id,
  t.top_id AS child_id,
  t.leaf_id
FROM "trees" AS t
JOIN (
  SELECT DISTINCT
    c.window_id,
    c.top_id
  FROM "candidates" AS c
) AS p
  ON p.top_id = t.top_id
JOIN "joined" AS j
  ON j.window_id = p.window_id
