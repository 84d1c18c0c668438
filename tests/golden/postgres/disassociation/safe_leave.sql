-- name: item_counts
SELECT
  s.cluster_id,
  s.chunk,
  s.item,
  s.support,
  s.alone,
  COALESCE(m.subrecords, 0) AS missing
FROM (
  SELECT
    o.cluster_id,
    o.chunk,
    o.item,
    COUNT(*) AS support,
    COUNT(*) FILTER(WHERE
      l.items = 1) AS alone
  FROM "open_rows" AS o
  JOIN "infeasible_chunks" AS t
    ON t.cluster_id = o.cluster_id AND t.chunk = o.chunk
  JOIN (
    SELECT
      a.cluster_id,
      a.chunk,
      a.record_id,
      COUNT(*) AS items
    FROM "open_rows" AS a
    GROUP BY
      a.cluster_id,
      a.chunk,
      a.record_id
  ) AS l
    ON l.cluster_id = o.cluster_id AND l.chunk = o.chunk AND l.record_id = o.record_id
  GROUP BY
    o.cluster_id,
    o.chunk,
    o.item
) AS s
LEFT JOIN (
  SELECT
    g.cluster_id,
    g.chunk,
    g.item,
    COUNT(*) AS subrecords
  FROM (
    SELECT
      t.cluster_id,
      t.chunk,
      d.item,
      r.record_id
    FROM "infeasible_chunks" AS t
    JOIN (
      SELECT
        a.cluster_id,
        a.chunk,
        a.record_id,
        COUNT(*) AS items
      FROM "open_rows" AS a
      GROUP BY
        a.cluster_id,
        a.chunk,
        a.record_id
    ) AS r
      ON r.cluster_id = t.cluster_id AND r.chunk = t.chunk AND r.items = t.items - 1
    JOIN (
      SELECT DISTINCT
        i.cluster_id,
        i.chunk,
        i.item
      FROM "open_rows" AS i
    ) AS d
      ON d.cluster_id = t.cluster_id AND d.chunk = t.chunk
    WHERE
      NOT EXISTS(
        SELECT
          1
        FROM "open_rows" AS h
        WHERE
          h.cluster_id = t.cluster_id
          AND h.chunk = t.chunk
          AND h.record_id = r.record_id
          AND h.item = d.item
      )
  ) AS g
  GROUP BY
    g.cluster_id,
    g.chunk,
    g.item
) AS m
  ON m.cluster_id = s.cluster_id AND m.chunk = s.chunk AND m.item = s.item

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
