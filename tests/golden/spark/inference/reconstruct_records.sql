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

-- name: record_subrecords
WITH subs AS (
  SELECT DISTINCT
    s.cluster_id,
    s.chunk_id,
    s.subrecord_id,
    c.size
  FROM `subrecords` AS s
  JOIN `clusters` AS c
    ON c.cluster_id = s.cluster_id AND c.kind = 'simple'
), chunks AS (
  SELECT
    n.cluster_id,
    n.chunk_id,
    n.size,
    n.members
  FROM (
    SELECT
      b.cluster_id,
      b.chunk_id,
      MAX(b.size) AS size,
      COUNT(*) AS members
    FROM subs AS b
    GROUP BY
      b.cluster_id,
      b.chunk_id
  ) AS n
), tight AS (
  SELECT
    h.cluster_id
  FROM chunks AS h
  ANTI JOIN `terms` AS t
    ON t.cluster_id = h.cluster_id
  GROUP BY
    h.cluster_id
  HAVING
    MAX(h.members) < MAX(h.size)
), starts AS (
  SELECT
    h.chunk_id,
    CASE
      WHEN g.cluster_id IS NULL
      THEN 0
      ELSE SUM(h.members) OVER (PARTITION BY h.cluster_id ORDER BY h.chunk_id NULLS LAST) - h.members
    END AS start
  FROM chunks AS h
  LEFT JOIN tight AS g
    ON g.cluster_id = h.cluster_id
)
SELECT
  b.cluster_id,
  b.chunk_id,
  b.subrecord_id,
  CAST((
    ROW_NUMBER() OVER (
      PARTITION BY b.chunk_id
      ORDER BY MD5(CONCAT(COALESCE(11, ''), ':', COALESCE(CAST(b.subrecord_id AS STRING), ''))) NULLS LAST, b.subrecord_id NULLS LAST
    ) - 1 + a.start
  ) % NULLIF(b.size, 0) AS BIGINT) AS slot,
  CASE WHEN g.cluster_id IS NULL THEN b.chunk_id ELSE 0 END AS turn
FROM subs AS b
JOIN starts AS a
  ON a.chunk_id = b.chunk_id
LEFT JOIN tight AS g
  ON g.cluster_id = b.cluster_id

-- name: fill_order
SELECT
  t.cluster_id,
  t.turn,
  ROW_NUMBER() OVER (
    PARTITION BY t.cluster_id, t.turn
    ORDER BY MD5(
      CONCAT(
        COALESCE(11, ''),
        ':place:',
        COALESCE(CAST(t.turn AS STRING), ''),
        ':',
        COALESCE(CAST(p.record_number AS STRING), '')
      )
    ) NULLS LAST, p.record_number NULLS LAST
  ) - 1 AS slot,
  p.record_number
FROM (
  SELECT DISTINCT
    x.cluster_id,
    x.turn
  FROM `placed` AS x
) AS t
JOIN `records_to_fill` AS p
  ON p.cluster_id = t.cluster_id
