SELECT
  s.cluster_id,
  c.parent_id AS upper_id
FROM "step" AS s
JOIN "clusters" AS c
  ON c.cluster_id = s.upper_id
WHERE
  NOT c.parent_id IS NULL
