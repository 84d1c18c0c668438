-- name: pieces
SELECT
  n.group_id,
  n.size,
  n.pieces,
  CAST(SUM(n.pieces) OVER (ORDER BY n.group_id) - n.pieces AS INT) AS first_piece
FROM (
  SELECT DISTINCT
    s.group_id,
    ABS(s.size) AS size,
    CASE
      WHEN -s.size < 11
      THEN 1
      ELSE GREATEST(1, LEAST(DIV(-s.size, 12), DIV((
        -s.size + 11 - 2
      ), (
        11 - 1
      ))))
    END AS pieces
  FROM "settled" AS s
) AS n

-- name: cut_order
WITH large AS (
  SELECT
    s.distinct_id,
    s.group_id,
    p.size,
    k.records
  FROM "settled" AS s
  JOIN "pieces" AS p
    ON p.group_id = s.group_id AND p.pieces > 1
  JOIN "distinct_records" AS k
    ON k.distinct_id = s.distinct_id
), held AS (
  SELECT
    l.distinct_id,
    l.group_id,
    l.size,
    l.records,
    t.item
  FROM large AS l
  JOIN "transactions" AS t
    ON t.record_id = l.distinct_id
  WHERE
    NOT EXISTS(
      SELECT
        1
      FROM "sensitive" AS x
      WHERE
        x.item = t.item
    )
), ordered AS (
  SELECT
    h.distinct_id,
    h.item,
    ROW_NUMBER() OVER (PARTITION BY h.distinct_id ORDER BY n.support DESC NULLS LAST, h.item) AS turn
  FROM held AS h
  JOIN (
    SELECT
      r.group_id,
      r.item,
      SUM(r.records) AS support
    FROM held AS r
    GROUP BY
      r.group_id,
      r.item
    HAVING
      SUM(r.records) > 1 AND SUM(r.records) < MAX(r.size)
  ) AS n
    ON n.group_id = h.group_id AND n.item = h.item
), keys AS (
  SELECT
    o.distinct_id,
    MAX(CASE WHEN o.turn = 1 THEN o.item END) AS first_item,
    MAX(CASE WHEN o.turn = 2 THEN o.item END) AS second_item,
    MAX(CASE WHEN o.turn = 3 THEN o.item END) AS third_item
  FROM ordered AS o
  WHERE
    o.turn <= 3
  GROUP BY
    o.distinct_id
)
SELECT
  l.distinct_id,
  CAST(ROW_NUMBER() OVER (
    PARTITION BY l.group_id
    ORDER BY COALESCE(k.first_item, 0), COALESCE(k.second_item, 0), COALESCE(k.third_item, 0), l.distinct_id
  ) AS INT) AS rank
FROM large AS l
LEFT JOIN keys AS k
  ON k.distinct_id = l.distinct_id

-- name: clusters
WITH grouped AS (
  SELECT
    g.record_id,
    s.distinct_id,
    s.group_id,
    p.size,
    p.pieces,
    p.first_piece
  FROM "signatures" AS g
  JOIN "distinct_records" AS k
    ON k.total = g.total AND k.squares = g.squares AND k.items = g.items
  JOIN "settled" AS s
    ON s.distinct_id = k.distinct_id
  JOIN "pieces" AS p
    ON p.group_id = s.group_id
)
SELECT
  w.record_id,
  w.first_piece + 1 AS cluster_id
FROM grouped AS w
WHERE
  w.pieces = 1
UNION ALL
SELECT
  q.record_id,
  CAST(q.first_piece + DIV(q.turn * q.pieces, NULLIF(q.size, 0)) + 1 AS INT) AS cluster_id
FROM (
  SELECT
    c.record_id,
    c.first_piece,
    c.pieces,
    c.size,
    ROW_NUMBER() OVER (PARTITION BY c.group_id ORDER BY o.rank, c.record_id) - 1 AS turn
  FROM grouped AS c
  JOIN "cut_order" AS o
    ON o.distinct_id = c.distinct_id
) AS q
