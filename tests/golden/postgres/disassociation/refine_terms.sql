-- name: movable_terms
SELECT
  t.cluster_id AS top_id,
  t.cluster_id AS leaf_id,
  l.position,
  t.item,
  t.support,
  CASE WHEN p.item IS NULL THEN 0 ELSE 1 END AS pinned
FROM "terms" AS t
JOIN "trees" AS l
  ON l.leaf_id = t.cluster_id
JOIN (
  SELECT
    DIV(r.position, 12) AS window_id,
    d.item
  FROM "terms" AS d
  JOIN "trees" AS r
    ON r.leaf_id = d.cluster_id
  GROUP BY
    DIV(r.position, 12),
    d.item
  HAVING
    COUNT(*) > 1 AND SUM(d.support) >= 11
) AS w
  ON w.window_id = DIV(l.position, 12) AND w.item = t.item
LEFT JOIN (
  SELECT
    o.cluster_id,
    o.item,
    ROW_NUMBER() OVER (
      PARTITION BY o.cluster_id
      ORDER BY CASE WHEN e.item IS NULL THEN 0 ELSE 1 END, n.chunks, o.item DESC NULLS LAST
    ) AS turn
  FROM "terms" AS o
  JOIN "unfilled" AS u
    ON u.cluster_id = o.cluster_id
  JOIN (
    SELECT
      y.item,
      COUNT(*) AS chunks
    FROM "terms" AS y
    GROUP BY
      y.item
  ) AS n
    ON n.item = o.item
  LEFT JOIN "keep" AS e
    ON e.item = o.item
  WHERE
    NOT EXISTS(
      SELECT
        1
      FROM "sensitive" AS s
      WHERE
        s.item = o.item
    )
) AS p
  ON p.cluster_id = t.cluster_id AND p.item = t.item AND p.turn = 1
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "sensitive" AS x
    WHERE
      x.item = t.item
  )
