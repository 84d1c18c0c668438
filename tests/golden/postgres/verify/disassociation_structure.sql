-- name: subrecord_faults
SELECT
  (
    SELECT
      COUNT(*) FILTER(WHERE
        s.cluster_id IS NULL
        OR s.chunk_id IS NULL
        OR s.subrecord_id IS NULL
        OR s.item IS NULL
        OR s.item = '')
    FROM "subrecords" AS s
  ) + (
    SELECT
      COALESCE(SUM((
        t.times - 1
      ) * t.weight), 0)
    FROM "transactions" AS t
  ) + (
    SELECT
      COUNT(*)
    FROM (
      SELECT DISTINCT
        o.cluster_id
      FROM "subrecords" AS o
    ) AS n
    WHERE
      NOT EXISTS(
        SELECT
          1
        FROM "clusters" AS c
        WHERE
          c.cluster_id = n.cluster_id
      )
  ) AS faults

-- name: term_faults
SELECT
  (
    SELECT
      COUNT(*) FILTER(WHERE
        t.cluster_id IS NULL OR t.item IS NULL OR t.item = '')
    FROM "terms" AS t
  ) + (
    SELECT
      COUNT(*)
    FROM "terms" AS a
  ) - (
    SELECT
      COUNT(*)
    FROM (
      SELECT DISTINCT
        d.cluster_id,
        d.item
      FROM "terms" AS d
    ) AS u
  ) + (
    SELECT
      COUNT(*)
    FROM (
      SELECT DISTINCT
        o.cluster_id
      FROM "terms" AS o
    ) AS n
    WHERE
      NOT EXISTS(
        SELECT
          1
        FROM "clusters" AS c
        WHERE
          c.cluster_id = n.cluster_id AND c.kind = 'simple'
      )
  ) + (
    SELECT
      COUNT(*)
    FROM "terms" AS b
    JOIN "above" AS x
      ON x.cluster_id = b.cluster_id
    JOIN (
      SELECT DISTINCT
        s.cluster_id,
        s.item
      FROM "chunk_supports" AS s
    ) AS h
      ON h.cluster_id = x.upper_id AND h.item = b.item
  ) AS faults

-- name: sensitive_faults
SELECT
  COUNT(*) AS faults
FROM (
  SELECT DISTINCT
    s.item
  FROM "chunk_supports" AS s
) AS i
WHERE
  EXISTS(
    SELECT
      1
    FROM "sensitive" AS h
    WHERE
      h.label = i.item
  )
