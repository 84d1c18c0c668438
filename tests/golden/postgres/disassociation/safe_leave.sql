-- name: losses
SELECT
  p.cluster_id,
  p.chunk,
  p.item,
  p.loss,
  CASE
    WHEN p.items = 2
    OR p.min_support > p.whole
    OR (
      p.subrecords + 2 <= p.size AND p.whole - DIV(p.items, 2) >= 11
    )
    THEN 1
    ELSE 0
  END AS helps
FROM (
  SELECT
    y.cluster_id,
    y.chunk,
    y.item,
    t.items,
    t.size,
    t.subrecords - y.alone AS subrecords,
    t.whole + y.missing AS whole,
    MIN(z.support) AS min_support,
    SUM(COALESCE(g.support, 0)) AS loss
  FROM "item_counts" AS y
  JOIN "infeasible_chunks" AS t
    ON t.cluster_id = y.cluster_id AND t.chunk = y.chunk AND t.free = 1
  JOIN "item_counts" AS z
    ON z.cluster_id = y.cluster_id AND z.chunk = y.chunk AND z.item <> y.item
  LEFT JOIN "together" AS g
    ON g.cluster_id = y.cluster_id
    AND g.chunk = y.chunk
    AND g.item = y.item
    AND g.other = z.item
  GROUP BY
    y.cluster_id,
    y.chunk,
    y.item,
    y.alone,
    y.missing,
    t.items,
    t.size,
    t.whole,
    t.subrecords
) AS p

-- name: cheapest_leave
SELECT
  o.cluster_id,
  o.chunk,
  o.item
FROM (
  SELECT
    l.cluster_id,
    l.chunk,
    l.item,
    ROW_NUMBER() OVER (PARTITION BY l.cluster_id, l.chunk ORDER BY l.loss, l.item DESC NULLS LAST) AS rank
  FROM "losses" AS l
  WHERE
    l.helps = 1
) AS o
WHERE
  o.rank = 1

-- name: other_chunks
SELECT
  t.cluster_id,
  t.chunk,
  t.items,
  t.whole,
  t.room
FROM "infeasible_chunks" AS t
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "leaving" AS l
    WHERE
      l.cluster_id = t.cluster_id AND l.chunk = t.chunk
  )

-- name: covered_leave
SELECT
  o.cluster_id,
  o.chunk,
  o.item
FROM (
  SELECT
    t.cluster_id,
    t.chunk,
    c.item,
    t.items,
    t.whole,
    t.room,
    ROW_NUMBER() OVER (PARTITION BY t.cluster_id, t.chunk ORDER BY c.item DESC NULLS LAST) AS rank,
    COUNT(*) OVER (PARTITION BY t.cluster_id, t.chunk) AS covered
  FROM "infeasible_chunks" AS t
  JOIN "item_counts" AS c
    ON c.cluster_id = t.cluster_id AND c.chunk = t.chunk AND c.support = t.whole
) AS o
WHERE
  o.rank < o.items
  AND o.rank <= CASE
    WHEN o.room = 0
    THEN o.covered
    ELSE LEAST(o.covered, o.items - 2 * (
      o.whole - 11
    ))
  END
