SELECT
  c.cluster_id,
  n.n - 1 AS slot,
  ROW_NUMBER() OVER (ORDER BY c.cluster_id, n.n) AS place
FROM "clusters" AS c
JOIN "numbers" AS n
  ON n.n <= c.size
WHERE
  c.kind = 'simple'
