-- name: swaps
WITH worst AS (
  SELECT
    w.cluster_id,
    w.item,
    w.surplus,
    p.position
  FROM (
    SELECT
      h.cluster_id,
      h.item,
      h.surplus,
      ROW_NUMBER() OVER (PARTITION BY h.cluster_id ORDER BY h.surplus DESC NULLS LAST, h.item) AS turn
    FROM "held_items" AS h
    WHERE
      h.surplus > 0
  ) AS w
  JOIN "places" AS p
    ON p.leaf_id = w.cluster_id
  WHERE
    w.turn = 1
), givers AS (
  SELECT
    w.cluster_id,
    w.item,
    w.surplus,
    ROW_NUMBER() OVER (ORDER BY w.position) - 1 AS at,
    COUNT(*) OVER () AS n
  FROM worst AS w
), takers AS (
  SELECT
    p.leaf_id AS cluster_id,
    p.size,
    ROW_NUMBER() OVER (ORDER BY p.position) - 1 AS at,
    COUNT(*) OVER () AS n
  FROM "places" AS p
  WHERE
    NOT EXISTS(
      SELECT
        1
      FROM worst AS w
      WHERE
        w.cluster_id = p.leaf_id
    )
), numbers AS (
  SELECT
    g.at,
    g.n AS givers,
    t.n AS takers
  FROM givers AS g
  JOIN takers AS t
    ON t.at = g.at
), matched AS (
  SELECT
    CASE
      WHEN n.givers > n.takers
      THEN (
        DIV(n.at * n.givers, NULLIF(n.takers, 0)) + 12
      ) % NULLIF(n.givers, 0)
      ELSE n.at
    END AS giver_at,
    CASE
      WHEN n.givers > n.takers
      THEN n.at
      ELSE (
        DIV(n.at * n.takers, NULLIF(n.givers, 0)) + 12
      ) % NULLIF(n.takers, 0)
    END AS taker_at
  FROM numbers AS n
), possible AS (
  SELECT
    g.cluster_id AS from_id,
    t.cluster_id AS to_id,
    g.item,
    LEAST(
      DIV((
        g.surplus + 11 - 1
      ), 11),
      DIV((
        t.size - COALESCE(h.holders, 0) * 11
      ), 11)
    ) AS swaps
  FROM matched AS m
  JOIN givers AS g
    ON g.at = m.giver_at
  JOIN takers AS t
    ON t.at = m.taker_at
  LEFT JOIN "held_items" AS h
    ON h.cluster_id = t.cluster_id AND h.item = g.item
)
SELECT
  p.from_id,
  p.to_id,
  p.item,
  p.swaps
FROM possible AS p
WHERE
  p.swaps > 0

-- name: moves
WITH involved AS (
  SELECT
    c.record_id,
    s.from_id AS swap_id,
    s.to_id AS other_id,
    s.item,
    s.swaps,
    1 AS gives
  FROM "swaps" AS s
  JOIN "clusters" AS c
    ON c.cluster_id = s.from_id
  UNION ALL
  SELECT
    c.record_id,
    s.from_id AS swap_id,
    s.from_id AS other_id,
    s.item,
    s.swaps,
    0 AS gives
  FROM "swaps" AS s
  JOIN "clusters" AS c
    ON c.cluster_id = s.to_id
), lengths AS (
  SELECT
    t.record_id,
    COUNT(*) AS items
  FROM "transactions" AS t
  WHERE
    EXISTS(
      SELECT
        1
      FROM involved AS i
      WHERE
        i.record_id = t.record_id
    )
  GROUP BY
    t.record_id
), secrets AS (
  SELECT
    i.record_id,
    COUNT(*) AS items,
    MAX(CASE WHEN r.item = i.item THEN 1 ELSE 0 END) AS holds
  FROM involved AS i
  JOIN "sensitive_rows" AS r
    ON r.record_id = i.record_id
  GROUP BY
    i.record_id
), ranked AS (
  SELECT
    i.record_id,
    i.swap_id,
    i.other_id,
    i.swaps,
    ROW_NUMBER() OVER (
      PARTITION BY i.swap_id, i.gives
      ORDER BY COALESCE(x.items, 0), n.items, i.record_id
    ) AS rank
  FROM involved AS i
  JOIN lengths AS n
    ON n.record_id = i.record_id
  LEFT JOIN secrets AS x
    ON x.record_id = i.record_id
  WHERE
    COALESCE(x.holds, 0) = i.gives
)
SELECT
  k.record_id,
  k.other_id AS cluster_id,
  k.swap_id
FROM ranked AS k
WHERE
  k.rank <= k.swaps

-- name: good_moves
WITH pairs AS (
  SELECT
    s.from_id AS swap_id,
    s.from_id AS cluster_id
  FROM "swaps" AS s
  UNION ALL
  SELECT
    s.from_id AS swap_id,
    s.to_id AS cluster_id
  FROM "swaps" AS s
), good AS (
  SELECT
    p.swap_id
  FROM pairs AS p
  JOIN (
    SELECT
      h.cluster_id,
      h.surplus AS surplus_before,
      0 AS surplus_then
    FROM "held_items" AS h
    WHERE
      h.surplus > 0
    UNION ALL
    SELECT
      t.cluster_id,
      0 AS surplus_before,
      t.surplus AS surplus_then
    FROM "held_then" AS t
    WHERE
      t.surplus > 0
  ) AS b
    ON b.cluster_id = p.cluster_id
  GROUP BY
    p.swap_id
  HAVING
    SUM(b.surplus_then) < SUM(b.surplus_before)
)
SELECT
  m.record_id,
  m.cluster_id,
  m.swap_id
FROM "moves" AS m
WHERE
  EXISTS(
    SELECT
      1
    FROM good AS g
    WHERE
      g.swap_id = m.swap_id
  )

-- name: surplus_rows
SELECT
  r.record_id,
  r.item
FROM (
  SELECT
    s.record_id,
    s.item,
    h.holders - DIV(h.size, 11) AS surplus_holders,
    ROW_NUMBER() OVER (
      PARTITION BY h.cluster_id, h.item
      ORDER BY n.open_items DESC NULLS LAST, n.items DESC NULLS LAST, s.record_id
    ) AS rank
  FROM "held_items" AS h
  JOIN "clusters" AS c
    ON c.cluster_id = h.cluster_id
  JOIN "sensitive_rows" AS s
    ON s.record_id = c.record_id AND s.item = h.item
  JOIN "record_lengths" AS n
    ON n.record_id = s.record_id
  WHERE
    h.surplus > 0
) AS r
WHERE
  r.rank <= r.surplus_holders

-- name: clusters_left
SELECT
  c.record_id,
  c.cluster_id
FROM "clusters" AS c
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM (
      SELECT
        n.record_id
      FROM "record_lengths" AS n
      JOIN (
        SELECT
          t.record_id,
          COUNT(*) AS items
        FROM "taken_out" AS t
        GROUP BY
          t.record_id
      ) AS g
        ON g.record_id = n.record_id AND g.items = n.items
    ) AS e
    WHERE
      e.record_id = c.record_id
  )

-- name: holders
SELECT
  t.record_id,
  p.published_id AS cluster_id,
  l.label AS item
FROM "transactions" AS t
JOIN "clusters" AS c
  ON c.record_id = t.record_id
JOIN "published_cluster_ids" AS p
  ON p.cluster_id = c.cluster_id
JOIN "labels" AS l
  ON l.item = t.item
WHERE
  EXISTS(
    SELECT
      1
    FROM "sensitive" AS s
    WHERE
      s.item = t.item
  )
  AND NOT EXISTS(
    SELECT
      1
    FROM "taken_out" AS x
    WHERE
      x.record_id = t.record_id AND x.item = t.item
  )
