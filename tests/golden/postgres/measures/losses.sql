-- name: losses
SELECT
  COALESCE(SUM(share * occurrences), 0) AS kept,
  COALESCE(
    CAST(SUM(share * occurrences * CASE WHEN is_item = 1 THEN 0 ELSE leaves END) AS DOUBLE PRECISION) / 11,
    0
  ) AS ncp,
  COALESCE(
    CAST(SUM(share * occurrences * (
      leaves - 1
    )) AS DOUBLE PRECISION) / NULLIF(11 - 1, 0),
    0
  ) AS lm,
  COALESCE(
    CAST(SUM(n * CASE WHEN is_item = 1 THEN 0.0 ELSE leaves END) AS DOUBLE PRECISION) / 11,
    0
  ) AS released_ncp,
  COALESCE(CAST(SUM(n * (
    leaves - 1.0
  )) AS DOUBLE PRECISION) / NULLIF(11 - 1, 0), 0) AS released_lm
FROM (
  SELECT
    p.is_item,
    p.leaves,
    o.occurrences,
    CAST(p.n AS DOUBLE PRECISION) AS n,
    CAST(p.n AS DOUBLE PRECISION) / NULLIF(o.holders, 0) AS share
  FROM "published_nodes" AS p
  JOIN "originals" AS o
    ON p.node = o.node
) AS labels

-- name: bits
SELECT
  SUM(f.support * (
    LN(CAST(11 AS DOUBLE PRECISION)) - LN(f.support)
  )) AS everything,
  SUM(
    f.support * (
      f.share * LN(f.under) + (
        1 - f.share
      ) * LN(CAST(11 AS DOUBLE PRECISION)) - LN(f.support)
    )
  ) AS lost
FROM (
  SELECT
    CAST(i.support AS DOUBLE PRECISION) AS support,
    COALESCE(CAST(p.n AS DOUBLE PRECISION) / NULLIF(o.holders, 0), 0) AS share,
    COALESCE(CAST(o.occurrences AS DOUBLE PRECISION), i.support) AS under
  FROM "items" AS i
  LEFT JOIN "recoded" AS r
    ON i.item = r.item
  LEFT JOIN "published_nodes" AS p
    ON r.node = p.node
  LEFT JOIN "originals" AS o
    ON r.node = o.node
) AS f

-- name: divergence
WITH totals AS (
  SELECT
    (
      SELECT
        CAST(SUM(support) AS DOUBLE PRECISION)
      FROM "items" AS items
    ) AS source_rows,
    (
      SELECT
        CAST(SUM(n) AS DOUBLE PRECISION)
      FROM "published_nodes" AS published_nodes
    ) AS release_rows
), frequencies AS (
  SELECT
    items.item,
    MAX(CAST(items.support AS DOUBLE PRECISION) / NULLIF(totals.source_rows, 0)) AS before,
    SUM(
      CAST(CAST(p.n AS DOUBLE PRECISION) / NULLIF(o.n_items, 0) AS DOUBLE PRECISION) / NULLIF(totals.release_rows, 0)
    ) AS after
  FROM "items" AS items
  JOIN "recoded" AS recoded
    ON items.item = recoded.item
  JOIN "published_nodes" AS p
    ON recoded.node = p.node
  JOIN "originals" AS o
    ON recoded.node = o.node
  CROSS JOIN totals
  GROUP BY
    items.item
)
SELECT
  SUM(after * LN(CAST(after AS DOUBLE PRECISION) / NULLIF(before, 0))) AS divergence
FROM frequencies
