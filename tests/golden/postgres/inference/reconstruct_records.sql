-- name: record_subrecords
WITH subs AS (
  SELECT DISTINCT
    s.cluster_id,
    s.chunk_id,
    s.subrecord_id,
    c.size
  FROM "subrecords" AS s
  JOIN "clusters" AS c
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
  WHERE
    NOT EXISTS(
      SELECT
        1
      FROM "terms" AS t
      WHERE
        t.cluster_id = h.cluster_id
    )
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
      ELSE SUM(h.members) OVER (PARTITION BY h.cluster_id ORDER BY h.chunk_id) - h.members
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
      ORDER BY MD5(CONCAT(11, ':', CAST(b.subrecord_id AS TEXT))), b.subrecord_id
    ) - 1 + a.start
  ) % NULLIF(b.size, 0) AS BIGINT) AS slot,
  CASE WHEN g.cluster_id IS NULL THEN b.chunk_id ELSE 0 END AS turn
FROM subs AS b
JOIN starts AS a
  ON a.chunk_id = b.chunk_id
LEFT JOIN tight AS g
  ON g.cluster_id = b.cluster_id
