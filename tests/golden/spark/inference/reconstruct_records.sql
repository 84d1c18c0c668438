-- name: records_to_fill
SELECT
  c.cluster_id,
  n.n - 1 AS slot,
  ROW_NUMBER() OVER (ORDER BY c.cluster_id NULLS LAST, n.n NULLS LAST) AS record_number
FROM `clusters` AS c
JOIN `numbers` AS n
  ON n.n <= c.size
WHERE
  c.kind = 'simple'

-- name: places
WITH chunk_items AS (
  SELECT DISTINCT
    s.cluster_id AS home_id,
    s.chunk_id,
    s.item
  FROM `subrecords` AS s
  UNION ALL
  SELECT
    t.cluster_id AS home_id,
    -1 AS chunk_id,
    t.item
  FROM `terms` AS t
), ranked AS (
  SELECT
    a.cluster_id,
    i.home_id,
    i.chunk_id,
    c.size,
    ROW_NUMBER() OVER (
      PARTITION BY a.cluster_id, i.item
      ORDER BY h.size NULLS LAST, i.chunk_id NULLS LAST
    ) AS rank
  FROM chunk_items AS i
  JOIN `above` AS a
    ON a.upper_id = i.home_id
  JOIN `clusters` AS c
    ON c.cluster_id = a.cluster_id AND c.kind = 'simple'
  JOIN `clusters` AS h
    ON h.cluster_id = i.home_id
), admitting AS (
  SELECT
    r.chunk_id,
    r.cluster_id,
    r.home_id,
    r.size
  FROM ranked AS r
  WHERE
    r.chunk_id >= 0
  GROUP BY
    r.chunk_id,
    r.cluster_id,
    r.home_id,
    r.size
  HAVING
    MAX(r.rank) = 1
), counted AS (
  SELECT
    b.chunk_id,
    COUNT(DISTINCT b.subrecord_id) AS subrecords
  FROM `subrecords` AS b
  GROUP BY
    b.chunk_id
)
SELECT
  p.chunk_id,
  p.cluster_id,
  p.size,
  CASE WHEN p.home_id = p.cluster_id THEN 0 ELSE 1 END AS shared,
  n.subrecords,
  CAST(SUM(p.size) OVER (PARTITION BY p.chunk_id) AS BIGINT) AS places
FROM admitting AS p
JOIN counted AS n
  ON n.chunk_id = p.chunk_id

-- name: numbered_subrecords
SELECT
  s.chunk_id,
  DENSE_RANK() OVER (PARTITION BY s.chunk_id ORDER BY s.subrecord_id NULLS LAST) AS turn,
  s.item
FROM `subrecords` AS s

-- name: numbered_terms
SELECT
  t.cluster_id,
  ROW_NUMBER() OVER (PARTITION BY t.cluster_id ORDER BY t.item NULLS LAST) - 1 AS turn,
  t.item,
  COUNT(*) OVER (PARTITION BY t.cluster_id) AS terms,
  c.size
FROM `terms` AS t
JOIN `clusters` AS c
  ON c.cluster_id = t.cluster_id

-- name: filling_chunks
SELECT
  p.cluster_id AS case_id,
  ROW_NUMBER() OVER (PARTITION BY p.cluster_id ORDER BY p.subrecords NULLS LAST, p.chunk_id NULLS LAST) AS turn,
  p.chunk_id,
  p.size,
  p.size AS records,
  p.subrecords AS drawn
FROM `places` AS p
SEMI JOIN `tight` AS t
  ON t.cluster_id = p.cluster_id
WHERE
  p.shared = 0

-- name: log_choices
WITH factorials AS (
  SELECT
    f.n,
    SUM(LN(CASE WHEN f.n = 0 THEN 1 ELSE f.n END)) OVER (ORDER BY f.n NULLS LAST) AS weight
  FROM `numbers` AS f
)
SELECT
  a.n AS records,
  c.n AS chosen,
  a.weight - c.weight - r.weight AS weight
FROM factorials AS a
JOIN factorials AS c
  ON c.n <= a.n
JOIN factorials AS r
  ON r.n = a.n - c.n

-- name: fill_paths
SELECT
  f.turn,
  f.case_id,
  f.chunk_id,
  f.size,
  f.records,
  f.drawn,
  n.node_id AS next_id,
  DENSE_RANK() OVER (ORDER BY n.node_id NULLS LAST, f.records NULLS LAST, f.drawn NULLS LAST) AS node_id
FROM `filling` AS f
JOIN `nodes` AS n
  ON n.case_id = f.case_id AND n.turn = f.turn - 1
WHERE
  f.turn = 11

-- name: fill_chances
SELECT
  s.turn,
  s.node_id,
  s.filled,
  s.more,
  COALESCE(
    SUM(EXP(s.weight - w.weight)) OVER (
      PARTITION BY s.node_id, s.filled
      ORDER BY s.more NULLS LAST
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ),
    0
  ) AS start
FROM `steps` AS s
JOIN `weights` AS w
  ON w.node_id = s.node_id AND w.filled = s.filled
