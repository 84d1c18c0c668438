WITH grouped AS (
  SELECT
    g.record_id,
    s.kind_id,
    s.group_id,
    p.size,
    p.pieces,
    p.first_piece
  FROM "signatures" AS g
  JOIN "kinds" AS k
    ON k.total = g.total AND k.squares = g.squares AND k.items = g.items
  JOIN "settled" AS s
    ON s.kind_id = k.kind_id
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
  q.first_piece + DIV(q.turn * q.pieces, NULLIF(q.size, 0)) + 1 AS cluster_id
FROM (
  SELECT
    c.record_id,
    c.first_piece,
    c.pieces,
    c.size,
    ROW_NUMBER() OVER (PARTITION BY c.group_id ORDER BY o.place, c.record_id) - 1 AS turn
  FROM grouped AS c
  JOIN "cut_order" AS o
    ON o.kind_id = c.kind_id
) AS q
