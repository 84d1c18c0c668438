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
      ROW_NUMBER() OVER (PARTITION BY h.cluster_id ORDER BY h.surplus DESC, h.item NULLS LAST) AS turn
    FROM `held_items` AS h
    WHERE
      h.surplus > 0
  ) AS w
  JOIN `places` AS p
    ON p.leaf_id = w.cluster_id
  WHERE
    w.turn = 1
), givers AS (
  SELECT
    w.cluster_id,
    w.item,
    w.surplus,
    ROW_NUMBER() OVER (ORDER BY w.position NULLS LAST) - 1 AS at,
    COUNT(*) OVER () AS n
  FROM worst AS w
), takers AS (
  SELECT
    p.leaf_id AS cluster_id,
    p.size,
    ROW_NUMBER() OVER (ORDER BY p.position NULLS LAST) - 1 AS at,
    COUNT(*) OVER () AS n
  FROM `places` AS p
  ANTI JOIN worst AS w
    ON w.cluster_id = p.leaf_id
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
        n.at * n.givers DIV NULLIF(n.takers, 0) + 12
      ) % NULLIF(n.givers, 0)
      ELSE n.at
    END AS giver_at,
    CASE
      WHEN n.givers > n.takers
      THEN n.at
      ELSE (
        n.at * n.takers DIV NULLIF(n.givers, 0) + 12
      ) % NULLIF(n.takers, 0)
    END AS taker_at
  FROM numbers AS n
), possible AS (
  SELECT
    g.cluster_id AS from_id,
    t.cluster_id AS to_id,
    g.item,
    LEAST((
      g.surplus + 11 - 1
    ) DIV 11, (
      t.size - COALESCE(h.holders, 0) * 11
    ) DIV 11) AS swaps
  FROM matched AS m
  JOIN givers AS g
    ON g.at = m.giver_at
  JOIN takers AS t
    ON t.at = m.taker_at
  LEFT JOIN `held_items` AS h
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
  FROM `swaps` AS s
  JOIN `clusters` AS c
    ON c.cluster_id = s.from_id
  UNION ALL
  SELECT
    c.record_id,
    s.from_id AS swap_id,
    s.from_id AS other_id,
    s.item,
    s.swaps,
    0 AS gives
  FROM `swaps` AS s
  JOIN `clusters` AS c
    ON c.cluster_id = s.to_id
), lengths AS (
  SELECT
    t.record_id,
    COUNT(*) AS items
  FROM `transactions` AS t
  SEMI JOIN involved AS i
    ON i.record_id = t.record_id
  GROUP BY
    t.record_id
), secrets AS (
  SELECT
    i.record_id,
    COUNT(*) AS items,
    MAX(CASE WHEN r.item = i.item THEN 1 ELSE 0 END) AS holds
  FROM involved AS i
  JOIN `sensitive_rows` AS r
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
      ORDER BY COALESCE(x.items, 0) NULLS LAST, n.items NULLS LAST, i.record_id NULLS LAST
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

-- name: surplus_rows
SELECT
  r.record_id,
  r.item
FROM (
  SELECT
    s.record_id,
    s.item,
    h.holders - h.size DIV 11 AS surplus_holders,
    ROW_NUMBER() OVER (
      PARTITION BY h.cluster_id, h.item
      ORDER BY n.open_items DESC, n.items DESC, s.record_id NULLS LAST
    ) AS rank
  FROM `held_items` AS h
  JOIN `clusters` AS c
    ON c.cluster_id = h.cluster_id
  JOIN `sensitive_rows` AS s
    ON s.record_id = c.record_id AND s.item = h.item
  JOIN `record_lengths` AS n
    ON n.record_id = s.record_id
  WHERE
    h.surplus > 0
) AS r
WHERE
  r.rank <= r.surplus_holders

-- name: joined_clusters
SELECT
  c.record_id,
  n.leaf_id AS cluster_id
FROM `clusters` AS c
JOIN (
  SELECT
    k.cluster_id,
    k.unfit,
    p.position,
    MAX(CASE WHEN k.large = 1 THEN p.position END) OVER (ORDER BY p.position NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS large_before,
    MIN(CASE WHEN k.large = 1 THEN p.position END) OVER () AS first_large,
    MIN(p.position) OVER () AS first_place
  FROM `cluster_kinds` AS k
  JOIN `places` AS p
    ON p.leaf_id = k.cluster_id
) AS d
  ON d.cluster_id = c.cluster_id
JOIN `places` AS n
  ON n.position = CASE
    WHEN d.first_large IS NULL
    THEN d.first_place
    WHEN d.unfit = 1
    THEN COALESCE(d.large_before, d.first_large)
    ELSE d.position
  END
