-- name: clusters_needing_term
SELECT DISTINCT
  u.cluster_id
FROM "unfilled" AS u
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM (
      SELECT
        o.cluster_id
      FROM "terms" AS o
      WHERE
        NOT EXISTS(
          SELECT
            1
          FROM "sensitive" AS s
          WHERE
            s.item = o.item
        )
    ) AS t
    WHERE
      t.cluster_id = u.cluster_id
  )

-- name: suppressed_items
SELECT
  o.cluster_id,
  o.item,
  CASE
    WHEN o.needing_id IS NULL OR (
      o.free > 0 AND o.rank > 1
    )
    THEN 'suppressed'
    WHEN o.free > 0
    THEN 'term'
    ELSE 'own'
  END AS outcome
FROM (
  SELECT
    l.cluster_id,
    l.item,
    n.cluster_id AS needing_id,
    COUNT(*) FILTER(WHERE
      b.item IS NULL) OVER (PARTITION BY l.cluster_id) AS free,
    ROW_NUMBER() OVER (
      PARTITION BY l.cluster_id
      ORDER BY CASE WHEN b.item IS NULL THEN 0 ELSE 1 END, c.support, l.item DESC NULLS LAST
    ) AS rank
  FROM "leaving" AS l
  JOIN "item_counts" AS c
    ON c.cluster_id = l.cluster_id AND c.chunk = l.chunk AND c.item = l.item
  LEFT JOIN "barred" AS b
    ON b.cluster_id = l.cluster_id AND b.item = l.item
  LEFT JOIN "clusters_needing_term" AS n
    ON n.cluster_id = l.cluster_id
) AS o

-- name: next_open_rows
SELECT
  o.cluster_id,
  o.chunk,
  o.record_id,
  o.item
FROM "open_rows" AS o
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "leaving" AS l
    WHERE
      l.cluster_id = o.cluster_id AND l.item = o.item
  )
