-- name: leaves
WITH foremost AS (
  SELECT
    l.cluster_id,
    MAX(CASE WHEN l.turn = 1 THEN l.item END) AS first_item,
    MAX(CASE WHEN l.turn = 2 THEN l.item END) AS second_item,
    MAX(CASE WHEN l.turn = 3 THEN l.item END) AS third_item,
    MAX(CASE WHEN l.turn = 4 THEN l.item END) AS fourth_item
  FROM (
    SELECT
      s.cluster_id,
      s.item,
      ROW_NUMBER() OVER (PARTITION BY s.cluster_id ORDER BY s.item NULLS LAST) AS turn
    FROM `supports` AS s
    JOIN (
      SELECT
        c.cluster_id,
        COUNT(*) AS size
      FROM `clusters` AS c
      GROUP BY
        c.cluster_id
    ) AS n
      ON n.cluster_id = s.cluster_id AND s.support * 10 >= n.size * 3
  ) AS l
  WHERE
    l.turn <= 4
  GROUP BY
    l.cluster_id
)
SELECT
  n.cluster_id AS top_id,
  n.cluster_id AS leaf_id,
  n.size,
  CAST(ROW_NUMBER() OVER (
    ORDER BY COALESCE(f.first_item, 0) NULLS LAST, COALESCE(f.second_item, 0) NULLS LAST, COALESCE(f.third_item, 0) NULLS LAST, COALESCE(f.fourth_item, 0) NULLS LAST, n.cluster_id NULLS LAST
  ) - 1 AS INT) AS position
FROM (
  SELECT
    c.cluster_id,
    COUNT(*) AS size
  FROM `clusters` AS c
  GROUP BY
    c.cluster_id
) AS n
LEFT JOIN foremost AS f
  ON f.cluster_id = n.cluster_id

-- name: movable_terms
SELECT
  t.cluster_id AS top_id,
  t.cluster_id AS leaf_id,
  l.position,
  t.item,
  t.support,
  CASE WHEN p.item IS NULL THEN 0 ELSE 1 END AS pinned
FROM `terms` AS t
JOIN `trees` AS l
  ON l.leaf_id = t.cluster_id
JOIN (
  SELECT
    r.position DIV 12 AS window_id,
    d.item
  FROM `terms` AS d
  JOIN `trees` AS r
    ON r.leaf_id = d.cluster_id
  GROUP BY
    r.position DIV 12,
    d.item
  HAVING
    COUNT(*) > 1 AND SUM(d.support) >= 11
) AS w
  ON w.window_id = l.position DIV 12 AND w.item = t.item
ANTI JOIN `sensitive` AS x
  ON x.item = t.item
LEFT JOIN (
  SELECT
    o.cluster_id,
    o.item,
    ROW_NUMBER() OVER (
      PARTITION BY o.cluster_id
      ORDER BY CASE WHEN e.item IS NULL THEN 0 ELSE 1 END NULLS LAST, n.chunks NULLS LAST, o.item DESC
    ) AS turn
  FROM `terms` AS o
  JOIN `unfilled` AS u
    ON u.cluster_id = o.cluster_id
  JOIN (
    SELECT
      y.item,
      COUNT(*) AS chunks
    FROM `terms` AS y
    GROUP BY
      y.item
  ) AS n
    ON n.item = o.item
  ANTI JOIN `sensitive` AS s
    ON s.item = o.item
  LEFT JOIN `keep` AS e
    ON e.item = o.item
) AS p
  ON p.cluster_id = t.cluster_id AND p.item = t.item AND p.turn = 1
