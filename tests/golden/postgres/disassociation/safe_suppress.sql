-- name: still_exposed
SELECT
  c.cluster_id,
  c.chunk,
  c.items,
  c.suppressions
FROM "covered_chunks" AS c
WHERE
  EXISTS(
    SELECT
      1
    FROM "exposed_items" AS x
    WHERE
      x.cluster_id = c.cluster_id AND x.chunk = c.chunk
  )

-- name: pairs
SELECT
  o.cluster_id,
  o.chunk,
  o.item,
  DIV((
    o.rank + 1
  ), 2) AS pair,
  2 - o.rank % 2 AS ghost
FROM (
  SELECT
    r.cluster_id,
    r.chunk,
    r.item,
    ROW_NUMBER() OVER (
      PARTITION BY r.cluster_id, r.chunk
      ORDER BY MD5(
        CONCAT(
          11,
          ':pair:',
          CAST(r.cluster_id AS TEXT),
          ':',
          CAST(r.chunk AS TEXT),
          ':',
          CAST(r.item AS TEXT)
        )
      ), r.item
    ) AS rank
  FROM (
    SELECT DISTINCT
      d.cluster_id,
      d.chunk,
      d.item
    FROM "open_rows" AS d
  ) AS r
  JOIN "covered_chunks" AS c
    ON c.cluster_id = r.cluster_id AND c.chunk = r.chunk
) AS o

-- name: kept_rows
SELECT
  r.record_id,
  r.cluster_id,
  r.item
FROM "rows" AS r
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "suppressions" AS s
    WHERE
      s.record_id = r.record_id AND s.cluster_id = r.cluster_id AND s.item = r.item
  )
