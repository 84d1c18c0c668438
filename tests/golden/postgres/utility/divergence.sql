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
