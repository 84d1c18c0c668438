WITH homes AS (
  SELECT DISTINCT
    j.leaf_id,
    j.leaf_id AS home_id
  FROM "joints" AS j
  UNION ALL
  SELECT
    u.leaf_id,
    u.joint_id AS home_id
  FROM "joints" AS u
)
SELECT DISTINCT
  l.cluster_id,
  l.item
FROM "leaving" AS l
JOIN homes AS h
  ON h.home_id = l.cluster_id
JOIN homes AS o
  ON o.leaf_id = h.leaf_id AND o.home_id <> h.home_id
JOIN "all_chunks" AS c
  ON c.cluster_id = o.home_id AND c.item = l.item
