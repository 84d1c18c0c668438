-- name: narrowed
SELECT
  p.node,
  p.label,
  p.n,
  CAST(p.leaves - COALESCE(x.n_items, 0) AS INT) AS leaves,
  p.depth,
  p.is_item
FROM "published_nodes" AS p
LEFT JOIN (
  SELECT
    o.node,
    COUNT(*) AS n_items
  FROM "published_nodes" AS o
  JOIN "paths" AS paths
    ON paths.node = o.node
  JOIN "published_nodes" AS i
    ON i.node = paths.item AND i.is_item = 1 AND i.node <> o.node
  WHERE
    EXISTS(
      SELECT
        1
      FROM "others" AS others
      WHERE
        others.name = o.label
    )
  GROUP BY
    o.node
) AS x
  ON x.node = p.node

-- name: suffixed
SELECT
  c.label
FROM "label_counts" AS c
WHERE
  c.label LIKE '% (other%)'
  AND NOT EXISTS(
    SELECT
      1
    FROM "nodes" AS n
    WHERE
      n.label = c.label
  )
