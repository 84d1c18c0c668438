-- name: terms
SELECT
  c.cluster_id,
  c.item,
  c.support
FROM "cluster_supports" AS c
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "chunks" AS h
    WHERE
      h.cluster_id = c.cluster_id AND h.item = c.item
  )

-- name: termless_rows
SELECT
  r.record_id,
  r.cluster_id,
  r.item
FROM "cluster_rows" AS r
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM (
      SELECT DISTINCT
        t.cluster_id
      FROM "terms" AS t
      WHERE
        NOT EXISTS(
          SELECT
            1
          FROM "sensitive" AS s
          WHERE
            s.item = t.item
        )
    ) AS d
    WHERE
      d.cluster_id = r.cluster_id
  )

-- name: too_few_subrecords
SELECT DISTINCT
  r.cluster_id
FROM "cluster_rows" AS r
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM (
      SELECT
        c.cluster_id
      FROM "subrecord_counts" AS c
      WHERE
        c.subrecords >= c.needed
    ) AS e
    WHERE
      e.cluster_id = r.cluster_id
  )

-- name: demoted
SELECT
  o.cluster_id,
  o.item,
  o.support
FROM (
  SELECT
    h.cluster_id,
    h.item,
    h.support,
    ROW_NUMBER() OVER (
      PARTITION BY h.cluster_id
      ORDER BY CASE WHEN p.item IS NULL THEN 0 ELSE 1 END, h.support, h.item DESC NULLS LAST
    ) AS rank
  FROM "chunks" AS h
  JOIN "subrecord_counts" AS c
    ON c.cluster_id = h.cluster_id AND c.subrecords < c.needed
  LEFT JOIN "keep" AS p
    ON p.item = h.item
) AS o
WHERE
  o.rank = 1

-- name: kept_chunks
SELECT
  h.cluster_id,
  h.item,
  h.chunk,
  h.support
FROM "chunks" AS h
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "demoted" AS d
    WHERE
      d.cluster_id = h.cluster_id AND d.item = h.item
  )
