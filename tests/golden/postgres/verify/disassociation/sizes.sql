SELECT
  COALESCE(SUM(c.size) FILTER(WHERE
    c.kind = 'simple'), 0) AS records,
  COUNT(*) FILTER(WHERE
    c.kind = 'simple') AS clusters,
  COUNT(*) FILTER(WHERE
    c.kind = 'joint') AS joint_clusters,
  (
    SELECT
      COUNT(*)
    FROM "subrecords" AS s
  ) + (
    SELECT
      COUNT(*)
    FROM "terms" AS u
  ) AS n_rows,
  (
    SELECT
      COUNT(*)
    FROM "terms" AS t
  ) AS term_rows,
  COALESCE(MIN(c.size) FILTER(WHERE
    c.kind = 'simple'), 0) AS smallest_cluster,
  COALESCE(MAX(c.size) FILTER(WHERE
    c.kind = 'simple'), 0) AS largest_cluster
FROM "clusters" AS c
