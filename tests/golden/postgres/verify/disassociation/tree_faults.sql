SELECT
  COUNT(*) AS faults
FROM (
  SELECT
    c.cluster_id
  FROM "clusters" AS c
  LEFT JOIN "clusters" AS p
    ON p.cluster_id = c.parent_id AND p.kind = 'joint'
  WHERE
    NOT c.parent_id IS NULL AND p.cluster_id IS NULL
  UNION ALL
  SELECT
    c.cluster_id
  FROM "clusters" AS c
  LEFT JOIN (
    SELECT
      x.parent_id,
      COUNT(*) AS parts,
      SUM(x.size) AS size
    FROM "clusters" AS x
    GROUP BY
      x.parent_id
  ) AS s
    ON s.parent_id = c.cluster_id
  WHERE
    c.kind = 'joint' AND (
      s.parts IS NULL OR s.parts < 2 OR s.size <> c.size
    )
) AS f
