-- name: candidates
SELECT
  DIV(m.position, 12) AS window_id,
  m.top_id,
  m.leaf_id,
  m.item,
  m.support
FROM "movable_terms" AS m
JOIN (
  SELECT
    DIV(o.position, 12) AS window_id,
    o.item
  FROM "movable_terms" AS o
  GROUP BY
    DIV(o.position, 12),
    o.item
  HAVING
    MIN(o.top_id) < MAX(o.top_id) AND SUM(o.support) >= 11 AND MAX(o.pinned) = 0
) AS r
  ON r.window_id = DIV(m.position, 12) AND r.item = m.item

-- name: next_movable_terms
SELECT
  t.top_id,
  m.leaf_id,
  m.position,
  m.item,
  m.support,
  m.pinned
FROM "movable_terms" AS m
JOIN "next_trees" AS t
  ON t.leaf_id = m.leaf_id
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "moves" AS v
    WHERE
      v.leaf_id = m.leaf_id AND v.item = m.item
  )

-- name: rows_without
SELECT
  r.record_id,
  r.cluster_id,
  r.item,
  CAST(DENSE_RANK() OVER (PARTITION BY r.cluster_id ORDER BY r.record_id) - 1 AS INT) AS position
FROM "shared_rows" AS r
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "repeated" AS x
    WHERE
      x.cluster_id = r.cluster_id AND x.item = r.item
  )

-- name: remaining_terms
SELECT
  t.cluster_id,
  t.item,
  t.support
FROM "terms" AS t
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "all_moves" AS v
    WHERE
      v.leaf_id = t.cluster_id AND v.item = t.item
  )
